"""``/api/v1``: every address of the public contract."""

from __future__ import annotations

from django.urls import path

from api.views import (
    boards,
    docs,
    games,
    matches,
    me,
    play,
    players,
    profiles,
    ratings,
    replays,
    scores,
    seats,
    stream,
)

app_name = "v1"

urlpatterns = [
    # What is asked most stands first: an address is compared with one after the other.
    path("matches", matches.MatchesView.as_view(), name="matches"),
    path("matches/<uuid:match_id>", matches.MatchView.as_view(), name="match"),
    path("matches/<uuid:match_id>/seats", seats.SeatsView.as_view(), name="seats"),
    path("matches/<uuid:match_id>/seats/<int:seat>", seats.SeatView.as_view(), name="seat"),
    path("matches/<uuid:match_id>/seats/<int:seat>/bot", seats.BotView.as_view(), name="bot"),
    path("matches/<uuid:match_id>/start", matches.StartView.as_view(), name="start"),
    path("matches/<uuid:match_id>/position", play.PositionView.as_view(), name="position"),
    path("matches/<uuid:match_id>/actions", play.ActionsView.as_view(), name="actions"),
    path("matches/<uuid:match_id>/plies", play.PliesView.as_view(), name="plies"),
    path("matches/<uuid:match_id>/scores", scores.ScoresView.as_view(), name="scores"),
    path("matches/<uuid:match_id>/resign", seats.ResignView.as_view(), name="resign"),
    path("matches/<uuid:match_id>/stream", stream.StreamView.as_view(), name="stream"),
    path("matches/<uuid:match_id>/replay", replays.ReplayView.as_view(), name="replay"),
    path("matches/<uuid:match_id>/fairness", replays.FairnessView.as_view(), name="fairness"),
    path("matches/<uuid:match_id>/shares", replays.SharesView.as_view(), name="shares"),
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<str:game>", games.GameView.as_view(), name="game"),
    path("games/<str:game>/cards", games.CardsView.as_view(), name="cards"),
    path("games/<str:game>/rules", games.RulesView.as_view(), name="rules"),
    path("games/<str:game>/texts", games.TextsView.as_view(), name="texts"),
    path("games/<str:game>/achievements", scores.AchievementsView.as_view(), name="achievements"),
    path("games/<str:game>/bots", ratings.BotsView.as_view(), name="bots"),
    path("players", players.PlayersView.as_view(), name="players"),
    path("players/guest", players.GuestsView.as_view(), name="guests"),
    path("players/<str:name>", profiles.ProfileView.as_view(), name="player"),
    path(
        "players/<str:name>/matches",
        profiles.ProfileMatchesView.as_view(),
        name="matches-of-player",
    ),
    path("players/<str:name>/statistics", scores.StatisticsView.as_view(), name="statistics"),
    path(
        "players/<str:name>/statistics/<str:game>.svg",
        scores.PictureView.as_view(),
        name="picture-of-statistics",
    ),
    path(
        "players/<str:name>/statistics/<str:game>",
        scores.GameStatisticsView.as_view(),
        name="statistics-of-game",
    ),
    path(
        "players/<str:name>/achievements",
        scores.HeldAchievementsView.as_view(),
        name="achievements-of-player",
    ),
    path("players/<str:name>/ratings", ratings.RatingsView.as_view(), name="ratings"),
    path(
        "players/<str:name>/ratings/<str:game>.svg",
        ratings.RatingPictureView.as_view(),
        name="rating-picture",
    ),
    path(
        "players/<str:name>/ratings/<str:game>",
        ratings.RatingHistoryView.as_view(),
        name="rating-history",
    ),
    path("socket-tickets", players.TicketsView.as_view(), name="socket-tickets"),
    path("sessions", players.SessionsView.as_view(), name="sessions"),
    path("sessions/current", players.CurrentSessionView.as_view(), name="current-session"),
    path("sessions/<uuid:session_id>", players.SessionView.as_view(), name="session"),
    path("me", me.MeView.as_view(), name="me"),
    path("me/questions", me.QuestionsView.as_view(), name="questions"),
    path("me/friends", me.FriendsView.as_view(), name="friends"),
    path("me/friends/<str:name>", me.FriendView.as_view(), name="friend"),
    path("leaderboards/<str:game>", boards.LeaderboardView.as_view(), name="leaderboard"),
    path("leaderboards/<str:game>/seasons", boards.SeasonsView.as_view(), name="seasons"),
    path("replays/<str:token>", replays.SharedReplayView.as_view(), name="shared-replay"),
    path("asyncapi.json", docs.AsyncAPIView.as_view(), name="asyncapi"),
    path("openapi.json", docs.OpenAPIView.as_view(), name="openapi"),
]
