export { createGuest } from './guest.ts'
export { createAccount, logIn, logOut, openSession } from './log-in.ts'
export { signToken, verifyToken, type HeldToken, type TokenKind } from './tokens.ts'
export { findViewerByBearer, findViewerBySession, type IdentityPorts, scopeOf, type Viewer } from './viewer.ts'
