@rem On Windows: play, play test, ... as ./play elsewhere.
@py -3 "%~dp0play" %*
