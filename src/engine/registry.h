/* The engine's own side of the registry. */
#ifndef CAPU_ENGINE_REGISTRY_H
#define CAPU_ENGINE_REGISTRY_H

#include "engine/game.h"

/* Option `first` is the first option of every game; its value behind the seats is "random". */
enum { CAPU_FIRST = 0 };

int capu_game_index(const capu_game *game);

#endif
