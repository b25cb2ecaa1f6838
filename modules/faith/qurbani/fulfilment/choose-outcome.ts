import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, verifyToken } from '#modules/platform/identity/index.ts'
import { ownsDonation } from '#modules/money/giving/index.ts'
import { type UnperformedChoice, shareOutcomeOf } from '../rules/unperformed.ts'
import { lockChoices, storeChoice } from './choice-queries.ts'
import type { FulfilmentPorts } from './ports.ts'
import { settleChoice } from './settle-choices.ts'
import { findFrozenOrder } from './unperformed-orders.ts'

/** The donation whose question a mailed link opens, until the question ends (qurbani-12). */
export function donationOfToken(ports: FulfilmentPorts, token: string): string {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  if (held?.kind !== 'qurbani') throw new Problem('not-found', 'not-found')
  return held.subject
}

/** 404 for donations of other accounts. */
export async function ownDonation(ports: FulfilmentPorts, viewer: AccountViewer, donationId: string): Promise<string> {
  if (!isUuid(donationId) || !(await ownsDonation(ports, viewer.accountId, donationId)))
    throw new Problem('not-found', 'not-found')
  return donationId
}

export type OutcomeChoice = {
  readonly donationId: string
  readonly choice: UnperformedChoice
  /** The refund displayed to the donor, in minor units. */
  readonly amount: number
}

/**
 * Stores a donor's choice for an order that wasn't performed, once (qurbani-12). Repeating the choice changes nothing.
 * Throws `qurbani-choice-made`, `qurbani-choice-ended`, and `qurbani-choice-changed` if the charity has confirmed
 * shares since the donor read the amount.
 */
export async function chooseOutcome(
  ports: FulfilmentPorts,
  actor: { readonly viewer: AccountViewer | undefined; readonly context: RequestContext },
  { donationId, choice, amount }: OutcomeChoice,
): Promise<void> {
  await ports.write(async (tx) => {
    const instant = ports.clock()
    const [question] = await lockChoices(tx, [donationId])
    if (!question) throw new Problem('not-found', 'not-found')
    if (question.choice === choice) return
    if (question.choice) throw new Problem('conflict', 'qurbani-choice-made')
    if (shareOutcomeOf(question, instant) !== 'waiting') throw new Problem('conflict', 'qurbani-choice-ended')
    const order = await findFrozenOrder(tx, donationId)
    if (Number(order?.refund) !== amount) throw new Problem('conflict', 'qurbani-choice-changed')
    await storeChoice(tx, { donationId, choice, at: instant })
    await record(tx, {
      actor: actor.viewer ? { kind: 'account', id: actor.viewer.accountId } : { kind: 'visitor' },
      act: 'qurbani.outcome-chosen',
      object: `donation:${donationId}`,
      at: instant,
      ip: actor.context.ip,
      details: { choice },
    })
  })
  // If it can't be settled now, the job settles it later.
  await settleChoice(ports, donationId)
}
