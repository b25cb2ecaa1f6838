import { flag, type FlagPorts } from '#modules/platform/flags/index.ts'
import type { Plan } from './queries.ts'

/**
 * Whether gifts by a plan may come through somebody's link; of Dhul Hijjah only while the operator's switch is on (S2
 * §9, contract-5).
 */
export const mayBeReferred = async (ports: FlagPorts, plan: Pick<Plan, 'programme'>): Promise<boolean> =>
  plan.programme !== 'DhulHijjah' || (await flag(ports, 'dhul-hijjah-referrals')) === 'on'
