import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTerminal, canTransition, type Transitions } from '#shared/states.ts'
import { attemptAfter, attemptTransitions, type AttemptState, type Outcome } from './attempt.ts'
import { intentAfter, intentAfterRefund, intentTransitions, isOpenIntent, type IntentState } from './intent.ts'

const agreed = { amount: 2320n, currency: 'USD' }
const paid: Outcome = { kind: 'succeeded', chargeId: 'ch_1', ...agreed }
const declined: Outcome = { kind: 'declined', code: 'insufficient_funds', declineClass: 'SOFT' }
const challenge: Outcome = { kind: 'challenge', url: 'https://bank.example/3ds' }
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant(paid),
  fc.constant(declined),
  fc.constant(challenge),
  fc.constant<Outcome>({ kind: 'processing' }),
  fc.constant<Outcome>({ kind: 'unknown', reason: 'timeout' }),
  fc
    .record({ amount: fc.bigInt(0n, 5000n), currency: fc.constantFrom('USD', 'usd', 'GBP') })
    .map((wrong): Outcome => ({ kind: 'succeeded', chargeId: 'ch_1', ...wrong })),
)

test('success needs a charge of the agreed amount and currency (payments-5)', () => {
  expect(attemptAfter('SUBMITTED', paid, agreed)).toBe('SUCCEEDED')
  for (const wrong of [
    { amount: 2319n },
    { amount: 2321n },
    { amount: 232_000n },
    { currency: 'GBP' },
    { currency: 'usd' },
    { chargeId: '' },
  ])
    for (const state of ['SUBMITTED', 'CHALLENGE', 'UNKNOWN'] as const)
      expect(attemptAfter(state, { ...paid, ...wrong }, agreed)).toBe('INTEGRITY_FAILURE')
})

test('a missing response is never a decline (payments-4)', () => {
  for (const state of ['SUBMITTED', 'CHALLENGE', 'UNKNOWN'] as const)
    expect(attemptAfter(state, { kind: 'unknown', reason: 'reset' }, agreed)).toBe('UNKNOWN')
  expect(intentAfter('PROCESSING', { kind: 'unknown', reason: 'reset' }, { attemptsLeft: true })).toBe('PROCESSING')
})

test('a decline leaves the intent open for another card until no attempt is left (payments-6)', () => {
  expect(intentAfter('PROCESSING', declined, { attemptsLeft: true })).toBe('CREATED')
  expect(intentAfter('REQUIRES_ACTION', declined, { attemptsLeft: true })).toBe('CREATED')
  expect(intentAfter('PROCESSING', declined, { attemptsLeft: false })).toBe('FAILED')
})

test('a refusal by the provider ends the attempt and the payment, with attempts left as well (payments-4)', () => {
  const refused: Outcome = { kind: 'refused', code: 'amount_too_small', reason: 'invalid request' }
  expect(attemptAfter('SUBMITTED', refused, agreed)).toBe('DECLINED')
  expect(intentAfter('PROCESSING', refused, { attemptsLeft: true })).toBe('FAILED')
})

test('a challenge waits for the donor', () => {
  expect(attemptAfter('SUBMITTED', challenge, agreed)).toBe('CHALLENGE')
  expect(intentAfter('PROCESSING', challenge, { attemptsLeft: true })).toBe('REQUIRES_ACTION')
})

test('the refunded amount decides whether a payment is partly or fully refunded, and can decrease', () => {
  for (const from of ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const) {
    expect(intentAfterRefund(from, { captured: 2320n, refundedAmount: 0n })).toBe('SUCCEEDED')
    expect(intentAfterRefund(from, { captured: 2320n, refundedAmount: 1n })).toBe('PARTIALLY_REFUNDED')
    expect(intentAfterRefund(from, { captured: 2320n, refundedAmount: 2320n })).toBe('REFUNDED')
  }
  // A won dispute keeps its state until a refund.
  expect(intentAfterRefund('DISPUTE_WON', { captured: 2320n, refundedAmount: 0n })).toBe('DISPUTE_WON')
  expect(intentAfterRefund('DISPUTE_WON', { captured: 2320n, refundedAmount: 1n })).toBe('PARTIALLY_REFUNDED')
  expect(intentAfterRefund('DISPUTE_WON', { captured: 2320n, refundedAmount: 2320n })).toBe('REFUNDED')
  for (const from of ['DISPUTED', 'DISPUTE_LOST', 'PROCESSING', 'EXPIRED'] as const)
    expect(intentAfterRefund(from, { captured: 1n, refundedAmount: 1n })).toBe(from)
})

test('an attempt that was never submitted can’t be paid', () => {
  expect(() => attemptAfter('RECORDED', paid, agreed)).toThrow('illegal transition')
  expect(attemptAfter('RECORDED', declined, agreed)).toBe('DECLINED')
})

test('a final state never changes, whatever is reported later', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<AttemptState>('SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE'),
      outcome,
      (state, heard) => void expect(attemptAfter(state, heard, agreed)).toBe(state),
    ),
  )
  const closed = (Object.keys(intentTransitions) as IntentState[]).filter((state) => !isOpenIntent(state))
  fc.assert(
    fc.property(
      fc.constantFrom(...closed),
      outcome,
      fc.boolean(),
      (state, heard, attemptsLeft) => void expect(intentAfter(state, heard, { attemptsLeft })).toBe(state),
    ),
  )
})

test('these states are final', () => {
  expect(
    Object.keys(attemptTransitions).filter((state) => isTerminal(attemptTransitions, state as AttemptState)),
  ).toEqual(['SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE'])
  expect(Object.keys(intentTransitions).filter((state) => isTerminal(intentTransitions, state as IntentState))).toEqual(
    ['FAILED', 'CANCELLED', 'EXPIRED'],
  )
})

test('the database permits the same transitions and no others', () => {
  const sql = readFileSync(new URL('../../../../database/schema.sql', import.meta.url), 'utf8')
  const transitionsIn = (name: string) => {
    const body = new RegExp(`REPLACE FUNCTION payments\\.${name}\\(\\)[\\s\\S]*?\\$function\\$;`).exec(sql)![0]
    const edges = [...body.matchAll(/old\.state = '(\w+)'\s+and new\.state in \(([^)]*)\)/g)]
    return new Map(edges.map(([, from, to]) => [from!, to!.match(/\w+/g)!.toSorted()]))
  }
  const table = <S extends string>(moves: Transitions<S>) =>
    new Map(
      (Object.entries(moves) as [string, readonly string[]][])
        .filter(([, to]) => to.length > 0)
        .map(([from, to]) => [from, to.toSorted()]),
    )
  expect(transitionsIn('refuse_illegal_attempt_transition')).toEqual(table(attemptTransitions))
  expect(transitionsIn('refuse_illegal_intent_transition')).toEqual(table(intentTransitions))
})

/* Models one donor with one intent and up to three cards. The bank charges at any time; reports are late,
    repeated or out of order. */

const attemptsMax = 3
type World = { intent: IntentState; attempts: { state: AttemptState; trail: AttemptState[] }[] }
type Model = { charges: number }

const live = (state: AttemptState) => ['RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN'].includes(state)

class Request implements fc.Command<Model, World> {
  check = () => true
  run(_: Model, world: World): void {
    const canTry =
      world.intent === 'CREATED' &&
      world.attempts.length < attemptsMax &&
      !world.attempts.some(({ state }) => live(state))
    if (!canTry) return
    world.attempts.push({ state: 'SUBMITTED', trail: ['SUBMITTED'] })
    world.intent = 'PROCESSING'
  }
  toString = () => 'press'
}

class Hear implements fc.Command<Model, World> {
  readonly outcome: Outcome
  readonly of: number
  constructor(heard: Outcome, value: number) {
    this.outcome = heard
    this.of = value
  }
  check = () => true
  run(model: Model, world: World): void {
    const attempt = world.attempts[this.of % Math.max(world.attempts.length, 1)]
    if (!attempt || !live(attempt.state)) return
    const [state, intent] = [attempt.state, world.intent]
    attempt.state = attemptAfter(state, this.outcome, agreed)
    if (attempt.state !== state) attempt.trail.push(attempt.state)
    world.intent =
      attempt.state === 'INTEGRITY_FAILURE'
        ? 'PROCESSING'
        : intentAfter(intent, this.outcome, { attemptsLeft: world.attempts.length < attemptsMax })
    expect(intent === world.intent || canTransition(intentTransitions, intent, world.intent)).toBe(true)
    if (attempt.state === 'SUCCEEDED') model.charges += 1
    check(model, world)
  }
  toString = () => `hear ${this.outcome.kind} of ${this.of}`
}

class GiveUp implements fc.Command<Model, World> {
  check = () => true
  run(model: Model, world: World): void {
    if (world.intent === 'CREATED' && !world.attempts.some(({ state }) => live(state))) world.intent = 'EXPIRED'
    check(model, world)
  }
  toString = () => 'give up'
}

function check(model: Model, { intent, attempts }: World): void {
  const states = attempts.map(({ state }) => state)
  expect(states.filter((state) => state === 'SUCCEEDED').length).toBe(model.charges)
  expect(model.charges).toBeLessThanOrEqual(1)
  expect(states.filter(live).length).toBeLessThanOrEqual(1)
  expect(intent === 'SUCCEEDED').toBe(model.charges === 1)
  if (intent === 'FAILED') expect(states).toEqual(['DECLINED', 'DECLINED', 'DECLINED'])
  if (intent === 'CREATED' || intent === 'EXPIRED') expect(states.every((state) => state === 'DECLINED')).toBe(true)
  for (const { trail } of attempts)
    for (const [index, state] of trail.slice(1).entries())
      expect(canTransition(attemptTransitions, trail[index]!, state)).toBe(true)
}

test('an intent is paid at most once and has the right state, in any order of requests and reports', () => {
  const commands = [
    fc.constant(new Request()),
    fc.constant(new Request()),
    fc.tuple(outcome, fc.nat(2)).map(([heard, value]) => new Hear(heard, value)),
    fc.constant(new GiveUp()),
  ]
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 60 }), (steps) => {
      fc.modelRun(() => ({ model: { charges: 0 }, real: { intent: 'CREATED' as IntentState, attempts: [] } }), steps)
    }),
    { numRuns: 500 },
  )
})
