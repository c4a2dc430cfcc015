"""What the sentences of The Faceless call cards and tokens, and what they add from the view."""

from __future__ import annotations

from collections.abc import Mapping

from embertable.engine.catalogue import Detail, Message, Namer, Plain, Value
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import DEGREE
from embertable.games.faceless.content import BILLYGOAT, FacelessContent
from embertable.games.faceless.places import Places, name_heading, name_wind
from embertable.games.faceless.preview import tried_pose, tried_way
from embertable.games.faceless.view import FacelessView

NOTHING = Message("detail.nothing")
OBSTACLES = ("entrance", "thicket", "bough", "boulders", "roots", "grove")


class Names:
    """Namers of single values: `{card:card}`, `{space:place}`, `{heading:heading}`."""

    def __init__(self, content: FacelessContent, view: FacelessView | None = None) -> None:
        self.content = content
        self.places = Places(content.board, view)

    def namers(self) -> Mapping[str, Namer]:
        return {
            **self.places.namers(),
            "card": self.name_card,
            "printed": self.name_printed,
            "heading": name_heading,
            "faces": name_wind,
            "obstacle": self.name_obstacle,
            "recalled": name_recalled,
            "reading": self.name_reading,
            "crossing": self.name_crossing,
        }

    def name_card(self, value: Plain) -> Message:
        assert isinstance(value, str)
        card = self.content.cards[value]
        return Message("card.event", {"colour": card.colour, "value": card.value})

    def name_printed(self, value: Plain) -> Message:
        """A card of a physical deck, which shows its colour and number."""
        assert isinstance(value, str)
        card = self.content.cards[value]
        return Message("card.printed", {"colour": card.colour, "value": card.value})

    def name_reading(self, value: Plain) -> Message:
        """Where a reading of the needle leads: a direction, or between two."""
        assert isinstance(value, int)
        ways = self.content.compass.directions(value * DEGREE)
        return Message("reading.one" if len(ways) == 1 else "reading.between", {"directions": ways})

    def name_crossing(self, value: Plain) -> Message:
        assert isinstance(value, int)
        card = self.content.crossings[value]
        one, other = card.effects
        return Message("crossing.card", {"number": card.number, "one": one, "other": other})

    def name_obstacle(self, value: Plain) -> Message:
        assert isinstance(value, int)
        id = self.content.obstacles[value].id
        known = id in OBSTACLES
        return Message(f"token.{id}") if known else Message("token.other", {"number": value + 1})


def name_recalled(value: Plain) -> Message:
    """A Memory that can still be used says what for."""
    return Message("recalled.known", {"memory": value})


class Details:
    """What labels add from the view: where the needle would point after a turn of a figure."""

    def __init__(self, content: FacelessContent, view: FacelessView | None) -> None:
        self.content = content
        self.view = view
        self.places = Places(content.board, view)

    def details(self) -> Mapping[str, Detail]:
        return {
            "turned": self.turn_message,
            "leads": self.needle_message,
            "stands": self.stand_message,
            "approach": self.approach_message,
            "shifted": self.shift_message,
            "on_team": self.loss_message,
            "steps_to": self.step_message,
            "found": found_message,
            "laid": self.spaces_message,
            "way_steps": way_steps_message,
            "turned_up": turned_up_message,
            "compared": self.comparison,
        }

    def turn_message(self, arguments: Mapping[str, Value]) -> Message:
        """A turn; the present facing is left as it is."""
        figure, heading = arguments["figure"], arguments["heading"]
        assert isinstance(figure, int)
        view = self.view
        stays = view is not None and view.figures[figure].heading == heading
        return Message("turn.stay" if stays else "turn.to", arguments)

    def needle_message(self, arguments: Mapping[str, Value]) -> Message:
        """Where a needle step would lead; only a guess where people follow their own compass."""
        message = self.needle_ahead(arguments)
        if self.view is None or not self.view.own_compass or message is NOTHING:
            return message
        return Message("needle.guess", {"what": message})

    def needle_ahead(self, arguments: Mapping[str, Value]) -> Message:
        """Where a needle step would lead with this heading; nothing while the needle is covered."""
        view = self.view
        figure, heading = arguments["figure"], arguments["heading"]
        assert isinstance(figure, int)
        assert isinstance(heading, int)
        if view is None or view.needle is None or view.figures[figure].place == AWAY:
            return NOTHING
        after = tried_pose(view, self.content, figure, view.figures[figure].place, heading)
        for before, now in zip(view.figures, after.figures, strict=True):
            if before.place != now.place:
                return Message("needle.snaps", {"figure": now.figure})
        if after.needle is None:
            return NOTHING
        degrees = after.needle.angle // DEGREE
        if len(after.needle.directions) > 1:
            directions = after.needle.directions
            return Message("needle.between", {"degrees": degrees, "directions": directions})
        steps = self.content.cards[view.card].value if view.card else 1
        ways, meets = tried_way(after, self.content, steps)
        later = Message("needle.then", {"directions": tuple(ways[1:])}) if ways[1:] else NOTHING
        meeting = Message(f"needle.{meets}") if meets else NOTHING
        return Message(
            "needle.leads",
            {"degrees": degrees, "directions": (ways[0],), "later": later, "meets": meeting},
        )

    def comparison(self, arguments: Mapping[str, Value]) -> Message:
        """Whether the model leads where people's own compass does."""
        compass = self.content.compass
        own, model = arguments["degrees"], arguments["model"]
        assert isinstance(own, int)
        assert isinstance(model, int)
        agree = compass.code_of_angle(own * DEGREE) == compass.code_of_angle(model * DEGREE)
        return Message("compared.same" if agree else "compared.other", {"model": model})

    def stand_message(self, arguments: Mapping[str, Value]) -> Message:
        """Where a figure is put: it stays, Billygoat takes a step, a Faceless goes to a stone."""
        figure, place = arguments["figure"], arguments["place"]
        assert isinstance(figure, int)
        assert isinstance(place, int)
        here = AWAY if self.view is None else self.view.figures[figure].place
        if here == place:
            return Message("stand.stay", arguments)
        if figure != BILLYGOAT:
            return Message("stand.stone", arguments)
        return self.step_to("stand", here, place, arguments)

    def approach_message(self, arguments: Mapping[str, Value]) -> Message:
        """The way that Billygoat takes."""
        space = arguments["space"]
        assert isinstance(space, int)
        here = AWAY if self.view is None else self.view.figures[BILLYGOAT].place
        return self.step_to("approach", here, space, arguments)

    def shift_message(self, arguments: Mapping[str, Value]) -> Message:
        """Where Casper moves a Memory."""
        start, space = arguments["start"], arguments["space"]
        assert isinstance(start, int)
        assert isinstance(space, int)
        return self.step_to("shift", start, space, arguments)

    def step_to(self, id: str, here: int, space: int, arguments: Mapping[str, Value]) -> Message:
        """A step by its direction where it is one, otherwise by the space."""
        neighbours = self.content.board.neighbours
        around = [] if here == AWAY else neighbours[here * 6 : here * 6 + 6]
        if space not in around:
            return Message(f"{id}.space", arguments)
        return Message(f"{id}.step", {**arguments, "direction": around.index(space)})

    def loss_message(self, arguments: Mapping[str, Value]) -> Message:
        """Who puts Billygoat on the Team is told before (F-WALK-08)."""
        is_team = self.view is not None and arguments["place"] == self.view.team
        return Message("on_team.lost") if is_team else NOTHING

    def spaces_message(self, arguments: Mapping[str, Value]) -> Message:
        """Where a numbered placement of an Obstacle lies: the symbol it covers, and its other spaces."""
        obstacle, placement = arguments["obstacle"], arguments["placement"]
        assert isinstance(obstacle, int)
        assert isinstance(placement, int)
        side = self.content.sides["duskworld" if self.view is None else self.view.side]
        laid = side.placements[obstacle][placement]
        others = [space for space in laid.cells if space != laid.board_symbol]
        return self.places.name_laid(laid.board_symbol, others)

    def step_message(self, arguments: Mapping[str, Value]) -> Message:
        """That a direction leads off the field; where else it leads is seen."""
        direction = arguments["direction"]
        assert isinstance(direction, int)
        if self.view is None or self.view.team == AWAY:
            return NOTHING
        target = self.content.board.neighbours[self.view.team * 6 + direction]
        return Message("step.beyond") if target == AWAY else NOTHING


def turned_up_message(arguments: Mapping[str, Value]) -> Message:
    """Where the top card goes."""
    return Message(f"turned_up.{arguments['goes_to']}", arguments)


def way_steps_message(arguments: Mapping[str, Value]) -> Message:
    return Message("way_steps.some", {"n": arguments["n"]}) if arguments["n"] else NOTHING


def found_message(arguments: Mapping[str, Value]) -> Message:
    """All seats have the same score: the Memories collected."""
    scores = arguments["scores"]
    assert isinstance(scores, tuple)
    return Message("detail.number", {"n": int(scores[0])})
