// The words of the wire under short names; the shapes are generated from the server's documents.
import type { components } from "./generated/rest.ts";

type Rest = components["schemas"];

export type Action = Rest["Action"];
export type Credentials = Rest["Credentials"];
export type GameOptions = Rest["GameOptions"];
export type Match = Rest["Match"];
export type NewMatch = Rest["NewMatch"];
export type NewSeat = Rest["NewSeat"];
export type Played = Rest["Played"];
export type Player = Rest["Player"];
export type Plies = Rest["Plies"];
export type Ply = Rest["SeenPly"];
export type Position = Rest["Position"];
export type Problem = Rest["Problem"];
export type SignedIn = Rest["SignedIn"];
export type Status = Rest["Status"];

export type MatchPosition = Position & { match: string };
export interface Resume { epoch: number; ply: number }
export interface Follow { match: string; resume?: Resume }
export interface Ack { ply?: number; replayed?: boolean }
export interface Act { match: string; action: Action; request_id: string; decision?: number }
export interface Welcome {
  heartbeat_ms: number;
  session: string;
  player: { id: string; name: string; is_guest: boolean };
  server_time: string;
  limits: { frame_bytes: number; followed: number; resumed_plies: number };
}
export interface Resumed { match: string; from: number; to: number }
export interface Resync { match: string; reason: "epoch_changed" | "too_old" | "ahead" }
export interface Presence { match: string; seats: number[] }
export interface Notice {
  kind: "restart" | "maintenance" | "rate_warning";
  text: string;
  at?: string;
  ratelimit?: { key: string; limit: number; remaining: number; reset_s: number };
}
export interface Heartbeat { server_time: string; plies: Record<string, number> }
export interface ActFrame { t: "act"; id: string; d: Act }
export interface RefreshFrame { t: "refresh"; id: string; d: { token: string } }
export type ClientFrame =
  | { t: "hello"; d: { token?: string; ticket?: string; follow: Follow[] } }
  | { t: "follow"; id: string; d: Follow }
  | { t: "unfollow"; d: { match: string } }
  | ActFrame
  | RefreshFrame
  | { t: "pong"; d: Record<string, never> };
export type ServerFrame =
  | { t: "welcome"; d: Welcome }
  | { t: "position"; d: MatchPosition }
  | { t: "ply"; d: Ply }
  | { t: "resumed"; d: Resumed }
  | { t: "resync"; d: Resync }
  | { t: "ack"; id: string; d: Ack }
  | { t: "nack"; id?: string; d: Problem }
  | { t: "presence"; d: Presence }
  | { t: "notice"; d: Notice }
  | { t: "ping"; d: Heartbeat }
  | { t: "pong"; d?: object };
