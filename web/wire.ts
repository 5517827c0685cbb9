// Draft by hand until scripts/types generates it from wire.py.
export type Eyes = number | 'public';
export type Mover = number | 'nature';
export type Language = 'fr' | 'en' | 'de';
export type Emote = 'laugh' | 'rage' | 'sweat' | 'clap' | 'devil' | 'think';
export interface Standing { points: number; place: number }
export interface Result { standings: Standing[] }
export interface Clock { perMove: number }
export interface Chair { kind: 'open' | 'person' | 'bot'; name: string; level: string; here: boolean; awaySince: number | null; covered: boolean; yours: boolean }
export interface Table { id: string; game: string; seats: number; options: Record<string, string>; chairs: Chair[]; state: 'gathering' | 'playing' | 'over'; public: boolean; oneScreen: boolean; clock: Clock | null; host: boolean; watchers: number; commitment: string; made: number; moves: number; rematch: string | null }
export interface Position { version: number; eyes: Eyes; view: unknown; legal: unknown[]; toAct: number[]; deadline: number | null; canUndo: boolean; result: Result | null }
export interface Shown { seq: number; by: Mover; what: unknown; at: number; text: string }
export interface Said { seq: number; name: string; seat: number | null; text: string; at: number }
export interface Welcome { type: 'welcome'; table: Table; positions: Position[]; moves: Shown[]; chat: Said[]; now: number }
export interface News { type: 'news'; positions: Position[]; moves: Shown[]; undone: number; now: number }
export interface TableNews { type: 'table'; table: Table }
export interface Heard { type: 'chat'; said: Said }
export interface Emoted { type: 'emote'; name: string; seat: number | null; emote: Emote }
export interface Done { type: 'done'; id: string; version: number }
export interface Refused { type: 'refused'; id: string; key: string; reason: string }
export type FromHouse = Welcome | News | TableNews | Heard | Emoted | Done | Refused;
export interface Act { type: 'act'; id: string; seat: number; what: unknown }
export interface Undo { type: 'undo'; id: string; seat: number }
export interface Start { type: 'start'; id: string; fill?: string }
export interface Sit { type: 'sit'; id: string; seat: number }
export interface Rise { type: 'rise'; id: string; seat: number }
export interface Cover { type: 'cover'; id: string; seat: number }
export interface Salt { type: 'salt'; id: string; seat: number; salt: string }
export interface Say { type: 'say'; id: string; text: string }
export interface ShowEmote { type: 'emote'; id: string; emote: Emote }
export interface Again { type: 'again'; id: string }
export interface Speak { type: 'speak'; id: string; language: Language }
export type FromPage = Act | Undo | Start | Sit | Rise | Cover | Salt | Say | ShowEmote | Again | Speak;
export interface Guest { name: string; language: Language | null }
export interface ChangeGuest { name?: string | null; language?: Language | null }
export interface PersonalLink { path: string; expires: number }
export interface Option { name: string; default: string; values: string[]; least: number | null; most: number | null }
export interface Box { slug: string; title: string; seats: number[]; usualSeats: number; options: Option[]; levels: string[]; secrets: boolean }
export interface NewChair { kind: 'you' | 'open' | 'bot'; level?: string }
export interface NewTable { game: string; chairs: NewChair[]; options?: Record<string, string>; public?: boolean; oneScreen?: boolean; clock?: Clock | null; salts?: string[]; paper?: string | null }
export interface Moment { move: Shown | null; view: unknown; draws: [string, string][] }
export interface Replay { table: Table; eyes: Eyes; moments: Moment[]; result: Result; paper: string; seed: string; salts: [number, string][] }
export interface Problem { key: string; reason: string }
