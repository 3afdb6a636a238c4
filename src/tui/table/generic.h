/* The board of a game that has no drawn one. */
#ifndef CAPU_TUI_GENERIC_H
#define CAPU_TUI_GENERIC_H

#include "tui/table/board.h"

extern const tui_board tui_generic_board;

#endif
