"""Rules, routes and bots for 18xx games.

>>> import signalbox
>>> game = signalbox.Game("1889", 3, seed=7)
>>> game.player, game.step
(0, 'auction')
>>> game.play_choice(0)
>>> game.moves
1
"""

from ._native import PROTOCOL, Game, Games, Refused, __version__, titles

__all__ = ["PROTOCOL", "Game", "Games", "Refused", "__version__", "titles"]
