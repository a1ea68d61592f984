"""Writes flats.csv: 600 flats with made-up prices.

No flat of it exists. Columns have different scales on purpose, so that a network learns the prices only if the columns
are standardized. The same numbers come out on every machine.
"""

import csv
import pathlib
import random

TOWNS = {"Aldham": 1900, "Brook": 2600, "Cray": 3400}  # price of a square metre


def flat(draw: random.Random) -> list:
    area = round(draw.uniform(25, 140), 1)
    rooms = max(1, round(area / 28 + draw.uniform(-0.7, 0.7)))
    built = draw.randrange(1900, 2024)
    station = draw.randrange(50, 4000, 10)  # metres
    balcony = draw.random() < 0.5
    town = draw.choice(list(TOWNS))
    metre = TOWNS[town] * (1 + 0.003 * (built - 1960)) * (1 - 0.00008 * station)
    price = area * metre + 4000 * rooms + 9000 * balcony
    return [rooms, area, built, station, str(balcony).lower(), town, round(price * draw.uniform(0.97, 1.03), -2)]


def main() -> None:
    draw = random.Random(20)
    path = pathlib.Path(__file__).with_name("flats.csv")
    with path.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["rooms", "area", "built", "station", "balcony", "town", "price"])
        out.writerows(flat(draw) for _ in range(600))


if __name__ == "__main__":
    main()
