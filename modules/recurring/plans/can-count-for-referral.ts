import { flag, type FlagPorts } from '#modules/platform/flags/index.ts'
import type { Plan } from './plan-queries.ts'

/**
 * Whether donations of a plan can count for a referral; Dhul Hijjah only if the operator enabled it (S2 §9,
 * contract-5).
 */
export const canCountForReferral = async (ports: FlagPorts, plan: Pick<Plan, 'programme'>): Promise<boolean> =>
  plan.programme !== 'DhulHijjah' || (await flag(ports, 'dhul-hijjah-referrals')) === 'on'
