export { findClosing, lockClosing, saveClosed, saveClosingAsked } from './queries/closing.ts'
