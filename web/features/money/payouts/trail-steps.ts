import type { TrailView } from '#modules/money/payouts/contract.ts'
import { isLive } from '#modules/money/payouts/rules/states.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import type { Json } from '#shared/wire/json.ts'

/** Whether a step is over, happens now, comes later, or won't happen. */
type StepState = 'done' | 'current' | 'later' | 'none'

/** One of the five steps of a donation's money. `text` is its text's key within `trail.`. */
export type TrailStep = {
  readonly name: 'given' | 'fee' | 'hold' | 'payout' | 'paid'
  readonly state: StepState
  readonly text:
    | 'given-text'
    | `fee-${Json<TrailView>['feeBearer']}`
    | 'hold-until'
    | 'hold-open'
    | 'hold-over'
    | 'payout-in'
    | 'payout-later'
    | 'paid-on'
    | 'paid-text'
    | 'paid-sent'
    | 'paid-later'
    | 'refunded'
  /** The step's date, in the donor's language. */
  readonly date: string
  readonly payout: string
}

/** Returns the five steps of a donation's money: given, fee, hold, payout, paid (payouts-15). */
export function trailSteps(trail: Json<TrailView>, locale: Locale): TrailStep[] {
  const day = (date: string | null) => (date === null ? '' : formatDay(localDate(date), locale))
  const payout = trail.payouts.findLast(({ state, amount }) => isLive(state) && amount > 0)
  const step = (
    name: TrailStep['name'],
    state: StepState,
    text: TrailStep['text'],
    date: string | null = null,
  ): TrailStep => ({ name, state, text, date: day(date), payout: payout?.reference ?? '' })
  const heldUntil = trail.heldUntil && localDateIn('UTC', new Date(trail.heldUntil))
  const known: TrailStep[] = [
    step('given', 'done', 'given-text', trail.givenOn),
    step('fee', 'done', `fee-${trail.feeBearer}`),
  ]
  if (payout)
    return [...known, step('hold', 'done', 'hold-over'), step('payout', 'done', 'payout-in', payout.draftedOn), paid()]
  if (trail.returned >= trail.gift)
    return [
      ...known,
      step('hold', 'done', 'hold-over'),
      step('payout', 'none', 'refunded'),
      step('paid', 'none', 'refunded'),
    ]
  return [
    ...known,
    trail.isHeld
      ? step('hold', 'current', heldUntil ? 'hold-until' : 'hold-open', heldUntil)
      : step('hold', 'done', 'hold-over'),
    step('payout', trail.isHeld ? 'later' : 'current', 'payout-later'),
    step('paid', 'later', 'paid-later'),
  ]

  function paid(): TrailStep {
    if (payout?.state === 'paid') return step('paid', 'done', payout.paidOn ? 'paid-on' : 'paid-text', payout.paidOn)
    return payout?.state === 'sent'
      ? step('paid', 'current', 'paid-sent', payout.sentOn)
      : step('paid', 'current', 'paid-later')
  }
}
