/* The course of Capitol: the deal, what an action does, who wins. */
#include "games/capitol/capitol.h"

static const capitol *of(const capu_state *state) {
    return (const capitol *)state;
}

void capitol_set_actors(capitol *s) {
    if (s->phase == CAPITOL_BID)
        s->head.actors = (uint8_t)(((1u << s->head.players) - 1) & ~s->done);
    else
        s->head.actors = (uint8_t)(s->phase == CAPITOL_OVER ? 0 : 1u << s->turn);
}

/* -------------------------------------------------------------------- deal */

/* CTL-5 */
static void deal_deck(capitol *s, int deck, engine_dice *dice) {
    uint8_t *cards = s->cards[deck];
    int count = capitol_deck_size[deck];

    engine_memcpy(cards, capitol_deck[deck], CAPITOL_DECK_ROOM);
    engine_dice_shuffle(dice, cards, count);
    for (int seat = 0; seat < s->head.players; seat++) {
        for (int i = 0; i < capitol_dealt[deck]; i++) {
            s->hand[seat] = capitol_with(s->hand[seat], cards[--count]);
            cards[count] = 0;
        }
        s->hand_size[seat][deck] = capitol_dealt[deck];
    }
    s->stack[deck] = (uint8_t)count;
    s->unseen[deck] = (uint8_t)(count - 1);
}

/* CTL-6 */
static void give_buildings(capitol *s, int seat) {
    for (int height = 1; height <= 2; height++)
        for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
            capitol_add_building(s, seat, height * 2 + shape);
    engine_memset(s->roofs[seat], CAPITOL_ROOFS_EACH - 2, CAPITOL_SHAPES);
}

static void lay_out_board(capitol *s) {
    engine_memcpy(s->free, capitol_squares[s->head.options[CAPITOL_BOARD]], CAPITOL_AREAS);
    engine_memcpy(s->fountains, capitol_printed, CAPITOL_AREAS);
    engine_memset(s->large, ENGINE_NONE, CAPITOL_AREAS);
    engine_memset(s->shape, ENGINE_NONE, CAPITOL_AREAS);
    for (int area = 0; area < CAPITOL_AREAS; area++)
        capitol_set_takes(s, area);
}

void capitol_deal(capu_state *state) {
    capitol *s = (capitol *)state;
    engine_dice dice;

    s->consul = (uint8_t)engine_first_player(&s->head);
    s->round = 1;
    s->supply = (uint8_t)(CAPITOL_FLOORS - CAPITOL_OWN_FLOORS * s->head.players);
    engine_dice_open(&dice, &s->head);
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        deal_deck(s, deck, &dice);
    for (int seat = 0; seat < s->head.players; seat++)
        give_buildings(s, seat);
    lay_out_board(s);
    capitol_begin_build(s);
    capitol_set_actors(s);
}

/* ------------------------------------------------------------------- apply */

void capitol_apply(capu_state *state, int seat, capu_action action) {
    capitol *s = (capitol *)state;
    int card = capitol_card(action), place = capitol_place(action);

    switch (capitol_verb(action)) {
    case CAPITOL_FLOOR_CARD:
        capitol_play_floor(s, seat, card);
        break;
    case CAPITOL_PUT_FLOOR:
        capitol_put_floor(s, seat, capitol_height(action));
        break;
    case CAPITOL_ROOF_CARD:
        capitol_play_roof(s, seat, card, capitol_height(action), capitol_shape(action));
        break;
    case CAPITOL_PERMIT:
        capitol_play_permit(s, seat, card, capitol_building(action), place);
        break;
    case CAPITOL_NULL_CARD:
        capitol_play_null(s, seat, card);
        break;
    case CAPITOL_PASS:
        capitol_pass(s, seat);
        break;
    case CAPITOL_BID_CARD:
        s->bid[seat] = capitol_with(s->bid[seat], card);
        break;
    case CAPITOL_STOP:
        capitol_stop(s, seat);
        break;
    case CAPITOL_PLACE_FOUNTAIN:
        capitol_place_fountain(s, place);
        break;
    case CAPITOL_PLACE_AMPHITHEATRE:
    case CAPITOL_PLACE_TEMPLE:
        capitol_place_large(s, place);
        break;
    case CAPITOL_DRAW_CARD:
        capitol_draw(s, seat, place);
        break;
    }
    capitol_set_actors(s);
}

/* Auctions follow each other, so each has its own number. */
int capitol_sealed(const capu_state *state) {
    return of(state)->phase == CAPITOL_BID ? of(state)->auction : 0;
}

/* ------------------------------------------------------------------ result */

/* CTL-28 */
void capitol_result(const capu_state *state, capu_result *out) {
    const capitol *s = of(state);
    int64_t keys[CAPITOL_PLAYERS];

    for (int seat = 0; seat < s->head.players; seat++)
        keys[seat] = out->scores[seat] = s->score[seat];
    engine_rank(keys, s->head.players, out->places);
}

/* What the rules file reports of a game: points of all, and buildings on the board by height. */
int capitol_measures(const capu_state *state, capu_measure *out) {
    static const char *const names[] = {"points",   "buildings", "height 1",         "height 2",
                                        "height 3", "height 4",  "height 5 and more"};
    const capitol *s = of(state);
    int64_t values[sizeof names / sizeof names[0]] = {0};
    int count = sizeof names / sizeof names[0];

    for (int seat = 0; seat < s->head.players; seat++)
        values[0] += s->score[seat];
    for (int area = 0; area < CAPITOL_AREAS; area++)
        for (const uint8_t *at = s->built[area]; *at; at++) {
            int height = *at >> 2;
            values[1]++;
            values[1 + (height < 5 ? height : 5)]++;
        }
    for (int i = 0; i < count; i++)
        out[i] = (capu_measure){names[i], values[i]};
    return count;
}
