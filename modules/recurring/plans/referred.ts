import { flag, type FlagPorts } from '#modules/platform/flags/index.ts'
import type { Plan } from './queries.ts'

/**
 * Whether donations by a plan can count for a referral; for Dhul Hijjah only if the operator enabled it (S2 §9,
 * contract-5).
 */
export const mayBeReferred = async (ports: FlagPorts, plan: Pick<Plan, 'programme'>): Promise<boolean> =>
  plan.programme !== 'DhulHijjah' || (await flag(ports, 'dhul-hijjah-referrals')) === 'on'
