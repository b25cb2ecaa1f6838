export { findClosing, lockClosing, saveClosed, saveClosingAsked } from './queries/closing.ts'
export { refuseClosed } from './refuse-closed.ts'
