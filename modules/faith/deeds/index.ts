export { eraseDeeds, withdrawDeedsConsent } from './erase-deeds.ts'
export { exportDeeds } from './export-deeds.ts'
export type { ParticipantsClaims } from './settings.ts'
