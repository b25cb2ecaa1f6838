/**
 * The provider has charged and the database can't record it (payments-4, ADR-0030): no donor is asked to retry, and
 * none pays twice.
 */
import pg from 'pg'
import { fillBasket, payBasket, payUntilAnswered } from './baskets.ts'
import { give, donateUntilAnswered } from './donations.ts'
import { type StoredResponse, freshKey, type Installation, until } from './installation.ts'
import { freezeDatabase, killDatabase, startDatabase } from './postgres.ts'

const unknown = "We're confirming your payment. Please don't pay again. We'll email you as soon as it's confirmed."
const away =
  "We can't reach our records right now. If you've just paid, please don't pay again. We'll confirm by email."

const check = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}
const chargesOf = async (installation: Installation, before: number) => (await installation.charges()).length - before
const checkUnknown = ({ status, body }: StoredResponse) =>
  check(
    status === 202 && body.message === unknown && (body.result ?? (body as { status?: string })).status === 'unknown',
    `answered with ${status} ${JSON.stringify(body)}`,
  )
const checkAway = ({ status, body }: StoredResponse) =>
  check(status === 503 && body.message === away, `answered with ${status} ${JSON.stringify(body)}`)

async function poll(installation: Installation, { body }: StoredResponse): Promise<StoredResponse> {
  const { id = '', intentId = id, token = '' } = body.result ?? {}
  const answer = await fetch(`${installation.url}/v4/donations/${intentId}?token=${encodeURIComponent(token)}`)
  return { status: answer.status, body: (await answer.json()) as StoredResponse['body'] }
}

/**
 * Donors and a basket pay while something keeps the database from recording it; afterwards the same requests are
 * answered with their end.
 */
async function payUnrecorded(
  installation: Installation,
  restore: () => Promise<unknown>,
  { isDeclineLost }: { readonly isDeclineLost: boolean },
): Promise<void> {
  const before = (await installation.charges()).length
  const donations = Array.from({ length: 5 }, (_, nth) => ({
    key: freshKey(),
    // All in one visit: the same donation several times in one batch would be asked to wait.
    amount: 20 + nth,
    card: isDeclineLost && nth === 0 ? 'pm_card_visa_chargeDeclined' : 'pm_card_visa',
  }))
  const basket = await fillBasket(installation)
  const key = freshKey()
  const answers = await Promise.all([
    ...donations.map((donation) => give(installation, donation)),
    payBasket(installation, basket, { key }),
  ])
  await restore()
  for (const answered of answers) checkUnknown(answered)
  const ends = await Promise.all([
    ...donations.map((donation) => donateUntilAnswered(installation, donation)),
    payUntilAnswered(installation, basket, { key }),
  ])
  check(
    ends.map(({ status }) => status).join() === `${isDeclineLost ? 402 : 200},200,200,200,200,200`,
    `ended with ${ends.map(({ status }) => status).join()}`,
  )
  check((await chargesOf(installation, before)) === (isDeclineLost ? 5 : 6), 'not exactly one charge for each donor')
}

export const unrecordedFaults: Readonly<Record<string, (installation: Installation) => Promise<void>>> = {
  'F4 the disk is full when payments are recorded': async (installation) => {
    await installation.owner.query(`
      create function public.disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger disk_full before update on payments.attempt for each statement execute function public.disk_full()`)
    await payUnrecorded(installation, () => installation.owner.query('drop trigger disk_full on payments.attempt'), {
      isDeclineLost: true,
    })
  },

  'F4 another session holds a lock when payments are recorded': async (installation) => {
    const other = new pg.Client({ connectionString: installation.databaseUrl })
    await other.connect()
    await other.query('begin; lock table ledger.tx in share mode')
    await payUnrecorded(installation, () => other.end(), { isDeclineLost: false })
  },

  'F4 the database is killed between the provider’s response and its recording': async (installation) => {
    const before = (await installation.charges()).length
    await installation.kill()
    await installation.start('after_provider:stop')
    const key = freshKey()
    const answering = give(installation, { key })
    await until(() => installation.isStopped(), 20_000, 'the bank’s answer')
    await killDatabase(installation)
    installation.continueServer()
    const answered = await answering
    checkUnknown(answered)
    for (const again of await Promise.all([
      give(installation, { key }),
      give(installation, { key: freshKey() }),
      poll(installation, answered),
    ]))
      checkAway(again)
    startDatabase(installation)
    check(
      (await donateUntilAnswered(installation, { key })).status === 200,
      'the donor did not learn that they had paid',
    )
    check((await chargesOf(installation, before)) === 1, 'not exactly one charge')
  },

  'F4 the database is frozen': async (installation) => {
    const before = (await installation.charges()).length
    const key = freshKey()
    const response = await donateUntilAnswered(installation, { key })
    const thaw = freezeDatabase(installation)
    try {
      const begun = performance.now()
      const answers = await Promise.all([
        give(installation, { key }),
        ...Array.from({ length: 20 }, () => give(installation, { key: freshKey() })),
        poll(installation, response),
      ])
      for (const answered of answers) checkAway(answered)
      check(performance.now() - begun < 10_000, `a request took ${Math.round(performance.now() - begun)} ms`)
    } finally {
      thaw()
    }
    check(
      (await donateUntilAnswered(installation, { key: freshKey() })).status === 200,
      'a donation was not possible afterwards',
    )
    check((await chargesOf(installation, before)) === 2, 'a request that was refused was charged')
  },
}
