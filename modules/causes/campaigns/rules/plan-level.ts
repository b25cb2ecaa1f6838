import { type LevelRequirements, levelRequirements } from './level-fields.ts'

/**
 * Whether a level can be given on a schedule: the Subscription payload (S2 §3) has its id but none of its required
 * fields (ADR-0019), and a Qurbani item is ordered for one Eid.
 */
export const fitsPlan = (level: LevelRequirements & { readonly shares?: number | null }): boolean =>
  !level.shares && levelRequirements.every((name) => !level[name])
