"""The needle of The Faceless in bulk: many positions read at once, with numpy or with torch.

The sums are made in the engine's order, in 64-bit floats. numpy's readings are the engine's. Another
library may round an angle's last bit otherwise, which can move a reading by a millionth of a degree.
"""

from __future__ import annotations

from typing import Any

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import COSINES, DEGREES, FULL_TURN, NORTH, SINES, Compass


class Needles:
    """Reads needles by the tables of a compass, `game.content().compass`.

    Args:
        compass: the printed game's or a pack's.
        library: `numpy`, or the module `torch`.
        device: for torch, where the tables lie: `cpu` or `cuda`.

    """

    def __init__(self, compass: Compass, library: Any = np, device: str | None = None) -> None:
        self.library = library
        self.size = compass.size
        self.least = compass.least
        self.along, self.cross, self.upward, self.cosines, self.sines = [
            self.table(values, device)
            for values in (compass.along, compass.cross, compass.upward, COSINES, SINES)
        ]

    def table(self, values: list[float], device: str | None) -> Any:
        if self.library is np:
            return np.array(values, np.float64)
        return self.library.tensor(values, dtype=self.library.float64, device=device)

    def read(self, places: Any, headings: Any, spaces: Any, before: Any = NORTH) -> Any:
        """The angles of the red end, in millionths of a degree.

        Args:
            places: an integer array, a row for each position and a column for each figure; AWAY (-1)
                for a figure that is not on the board.
            headings: the same for headings, in whole degrees.
            spaces: the Team's space in each position.
            before: what the needle showed before, where the field is too weak.

        """
        library = self.library
        x: Any = 0.0
        y: Any = 0.0
        for figure in range(places.shape[1]):
            place, heading = places[:, figure], headings[:, figure]
            is_here = place != AWAY
            at = library.where(is_here, place, 0) * self.size + spaces
            cosine, sine, cross = self.cosines[heading], self.sines[heading], self.cross[at]
            x = x + library.where(is_here, self.along[at] * cosine + cross * sine, 0.0)
            y = y + library.where(is_here, cross * cosine + self.upward[at] * sine, 0.0)
        angles = library.floor(library.arctan2(y, x) * DEGREES * 1e6 + 0.5)
        whole = angles.astype(np.int64) if library is np else angles.to(library.int64)
        return library.where(x * x + y * y < self.least, before, whole % FULL_TURN)


def random_positions(
    compass: Compass, count: int, seed: int, figures: int = 4
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Places, headings and the Team's spaces, uniformly at random; one figure in eight is away."""
    rng = np.random.default_rng(seed)
    places = rng.integers(len(compass.along) // compass.size, size=(count, figures))
    places[rng.random(places.shape) < 0.125] = AWAY
    headings = rng.integers(360, size=(count, figures))
    return places, headings, rng.integers(compass.size, size=count)
