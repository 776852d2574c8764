// The words of the wire under short names; the shapes are generated from the server's documents.
import type { components } from "./generated/wire.ts";

type Shapes = components["schemas"];

export type Ack = Shapes["Ack"];
export type Action = Shapes["Action"];
export type Credentials = Shapes["Credentials"];
export type Follow = Shapes["Follow"];
export type GameOptions = Shapes["GameOptions"];
export type Heartbeat = Shapes["Heartbeat"];
export type Match = Shapes["Match"];
export type MatchPosition = Shapes["MatchPosition"];
export type NewMatch = Shapes["NewMatch"];
export type NewSeat = Shapes["NewSeat"];
export type Notice = Shapes["Notice"];
export type Played = Shapes["Played"];
export type Player = Shapes["Player"];
export type Plies = Shapes["Plies"];
export type Ply = Shapes["SeenPly"];
export type Position = Shapes["Position"];
export type Presence = Shapes["Presence"];
export type Problem = Shapes["Problem"];
export type RateLimit = Shapes["RateLimit"];
export type Resume = Shapes["Resume"];
export type Resync = Shapes["Resync"];
export type SignedIn = Shapes["SignedIn"];
export type Status = Shapes["Status"];
export type Welcome = Shapes["Welcome"];

/** A frame that is said again until it is answered. */
export type KeptFrame = (Shapes["ActFrame"] | Shapes["RefreshFrame"]) & { id: string };

export type ClientFrame =
  | Shapes["HelloFrame"]
  | Shapes["FollowFrame"]
  | Shapes["UnfollowFrame"]
  | Shapes["ActFrame"]
  | Shapes["RefreshFrame"]
  | Shapes["AskPingFrame"]
  | Shapes["AnswerPongFrame"];

export type ServerFrame =
  | Shapes["WelcomeFrame"]
  | Shapes["PositionFrame"]
  | Shapes["PlyFrame"]
  | Shapes["ResumedFrame"]
  | Shapes["ResyncFrame"]
  | Shapes["AckFrame"]
  | Shapes["NackFrame"]
  | Shapes["PresenceFrame"]
  | Shapes["NoticeFrame"]
  | Shapes["PingFrame"]
  | Shapes["PongFrame"];
