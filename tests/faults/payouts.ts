import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, demoPassword, sana } from '#demo/accounts.ts'
import { encryptJson } from '#modules/platform/identity/index.ts'
import { uuidv7 } from '#shared/ids.ts'
import { seededRandom } from '../simulation/chance.ts'
import { expectBooksToAgree, give, openCampaign } from './donations.ts'
import { freshKey, type Installation, type StoredResponse, until, type Worker } from './installation.ts'
import { refund } from './refunds.ts'

const fieldKey = Buffer.alloc(32, 9)

/** Settings of an installation whose donations and reserves are free at once, so that a month lasts a few minutes. */
export const payoutSettings = {
  FIELD_KEY: fieldKey.toString('base64'),
  STAFF_APPROVALS: '1',
  PAYOUT_SCHEDULE: 'none',
  PAYOUT_HOLD_DAYS: '0',
  PAYOUT_RESERVE_DAYS: '0',
  PAYOUT_MINIMUM: 'USD 1',
}

const isAlive = (installation: Installation): Promise<boolean> =>
  fetch(`${installation.url}/livez`).then(
    () => true,
    () => false,
  )

const check = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}

type Payout = { readonly id: string; readonly state: string }
/** The charity of the open campaign, and the cookies of its finance member and of staff. */
type Charity = { readonly id: string; readonly member: string; readonly staff: string }

async function logIn(installation: Installation, email: string): Promise<string> {
  const login = await fetch(`${installation.url}/v4/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  check(login.ok, `${email} could not log in: ${login.status}`)
  return login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
}

/** Gives the charity of the open campaign bank details and a finance member. */
async function payableCharity(installation: Installation): Promise<Charity> {
  const { owner } = installation
  const campaign = await openCampaign(installation)
  const { rows } = await owner.query<{ id: string }>(
    'select organization_id::text as id from campaigns.campaign where id = $1',
    [campaign.id],
  )
  const { id } = rows[0]!
  const numbers = { bankCode: '021000021', id: '123456789', iban: '' }
  await owner.query(
    `insert into organizations.bank_details (id, organization_id, currency, country, account_name, account_type, last_four, numbers,
         needs_staff, state, entered_at, decided_at, active_from)
       select $1, $2, 'USD', 'US', 'Charity', 'checking', '6789', $3, false, 'approved', now(), now(), now() - interval '1 day'
       where not exists (select from organizations.bank_details where organization_id = $2 and state = 'approved' and currency = 'USD')`,
    [uuidv7(new Date(), randomBytes(16)), id, encryptJson(fieldKey, randomBytes(12), numbers, `bank-details:${id}`)],
  )
  await owner.query(
    `insert into organizations.member (organization_id, account_id, role, added_at)
       select $1, id, 'finance', now() from identity.account where email = $2 on conflict do nothing`,
    [id, sana.email],
  )
  return { id, member: await logIn(installation, sana.email), staff: await logIn(installation, admin.email) }
}

/** Posts as the holder of a cookie. A call above its limit is made again when the minute is over. */
async function post(
  installation: Installation,
  cookie: string,
  path: string,
  body: object = {},
  at?: string,
): Promise<StoredResponse> {
  const response = await installation.post(path, body, { cookie }, at)
  if (response.status !== 429) return response
  await sleep(60_000)
  return post(installation, cookie, path, body, at)
}
const requestPayout = (installation: Installation, { id, member }: Charity) =>
  post(installation, member, `/v4/organizations/${id}/payouts`, { currency: 'USD' })
const approve = (installation: Installation, { staff }: Charity, payoutId: string, at?: string) =>
  post(installation, staff, `/v4/staff/payouts/${payoutId}/approval`, {}, at)
const sendBatch = (installation: Installation, { staff }: Charity, at?: string) =>
  post(installation, staff, '/v4/staff/payout-batches', { currency: 'USD', format: 'csv' }, at)
const codesOf = (responses: readonly StoredResponse[]) =>
  responses.map(({ status, body }) => (status === 200 ? 'done' : (body as { code?: string }).code)).join()

async function aDraft(installation: Installation, charity: Charity): Promise<string> {
  check((await give(installation, { key: freshKey() })).status === 200, 'the donation was not made')
  const { status, body } = await requestPayout(installation, charity)
  check(status === 200, `the request was answered with ${status} ${JSON.stringify(body)}`)
  return (body as { id: string }).id
}

/** How often a payout was posted as sent, and in how many batches there is a payout without a posting. */
async function expectSentOnce(installation: Installation, payoutId: string): Promise<void> {
  const { rows } = await installation.owner.query<{ postings: number; batches: number }>(
    `select (select count(*)::int from ledger.tx where source_type = 'payout' and source_id = $1 and event_type = 'sent') as postings,
       (select count(*)::int from payouts.batch b where not exists (select from payouts.payout p where p.batch_id = b.id)) as batches`,
    [payoutId],
  )
  const { postings, batches } = rows[0]!
  check(postings === 1 && batches === 0, `${postings} postings, ${batches} files without a payout`)
}

/** Payouts, whose files are written by a process that is killed. After each, the ledger is verified. */
export const payoutFaults: Readonly<Record<string, (installation: Installation) => Promise<void>>> = {
  'F26 killed at five points while a bank file is written': async (installation) => {
    const charity = await payableCharity(installation)
    for (let point = 0; point < 5; point += 1) {
      await installation.kill()
      await installation.start(`in_payout_batch:kill:${point}`)
      const payoutId = await aDraft(installation, charity)
      await approve(installation, charity, payoutId)
      await sendBatch(installation, charity).then(
        () => check(false, 'the server answered although it should have died'),
        () => undefined,
      )
      await installation.died()
      await installation.start()
      // After the commit, the file exists already.
      const again = codesOf([await sendBatch(installation, charity)])
      check(again === (point < 4 ? 'done' : 'payout-batch-empty'), `the retry at point ${point} was answered ${again}`)
      await expectSentOnce(installation, payoutId)
    }
  },

  'F27 two processes approve and send one payout at once': async (installation) => {
    const charity = await payableCharity(installation)
    const urls = [installation.url, await installation.startAnother()]
    const payoutId = await aDraft(installation, charity)
    const approvals = await Promise.all(urls.map((url) => approve(installation, charity, payoutId, url)))
    check(/^(done,payout-decided|payout-decided,done)$/.test(codesOf(approvals)), `approved: ${codesOf(approvals)}`)
    const batches = await Promise.all(urls.map((url) => sendBatch(installation, charity, url)))
    check(/^(done,payout-batch-empty|payout-batch-empty,done)$/.test(codesOf(batches)), `sent: ${codesOf(batches)}`)
    await expectSentOnce(installation, payoutId)
  },

  'F28 forty kills of two workers and the server during a month of donations, refunds, disputes and payouts': async (
    installation,
  ) => {
    let charity = await payableCharity(installation)
    const roll = seededRandom(28)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!
    const workers: Worker[] = [installation.startWorker(), installation.startWorker()]
    const paid: string[] = []
    for (let nth = 0; nth < 40; nth += 1) {
      // A failpoint has killed it.
      if (!(await isAlive(installation))) await installation.start()
      // A proof of identity is valid for ten minutes.
      if (nth % 10 === 9) charity = await payableCharity(installation)
      const victim = nth % workers.length
      await Promise.race([workers[victim]!.ready, workers[victim]!.died])
      const day = aDay(installation, charity, { nth, roll, paid })
      await sleep(roll() * 1500)
      await workers[victim]!.kill()
      workers[victim] = installation.startWorker({
        failpoints: pick(['', '', 'after_provider:kill', 'after_refund:kill', 'document_made:kill:2']),
      })
      if (nth % 4 === 3) {
        await installation.kill()
        await installation.start(
          pick(['', `in_payout_batch:kill:${nth % 5}`, 'after_refund:kill', 'after_commit:kill']),
        )
      }
      await day
    }
    for (const worker of workers) await worker.kill()
    await installation.kill()
    await installation.start()
    await sweep(installation)
    await expectBooksToAgree(installation)
    const { rows } = await installation.owner.query<Record<string, number>>(
      `select count(*) filter (where state = 'paid')::int as paid, count(*) filter (where state = 'failed')::int as failed,
         (select count(*)::int from refunds.refund where origin = 'bank') as disputes,
         (select count(*)::int from refunds.refund where state = 'succeeded' and origin <> 'bank') as refunds
       from payouts.payout`,
    )
    const counts = rows[0]!
    check(
      counts.paid! > 3 && counts.failed! > 0 && counts.disputes! > 0 && counts.refunds! > 3,
      `too little happened: ${JSON.stringify(counts)}`,
    )
  },
}

/** Runs the jobs of every ten minutes, which find charges and disputes whose webhook came while the server was down. */
async function sweep({ owner }: Installation): Promise<void> {
  const jobs = ['giving:sweep_charges', 'refunds:sweep']
  for (const job of jobs) await owner.query('select graphile_worker.add_job($1)', [job])
  const remainingJobs = 'select from graphile_worker.jobs where task_identifier = any($1)'
  await until(async () => (await owner.query(remainingJobs, [jobs])).rowCount === 0, 60_000, 'the sweeps')
}

type Month = { readonly nth: number; readonly roll: () => number; readonly paid: string[] }

/** Whatever is cut off by a kill is sent again on a later day, or never. */
async function aDay(installation: Installation, charity: Charity, { nth, roll, paid }: Month): Promise<void> {
  const { rows: payouts } = await installation.owner.query<Payout>(
    `select id, state from payouts.payout where organization_id = $1 and state in ('draft', 'approved', 'sent', 'paid') order by number`,
    [charity.id],
  )
  const { rows: charges } = await installation.owner.query<{ charge: string }>(
    `select provider_charge_id as charge from payments.attempt where intent_id = $1 and state = 'SUCCEEDED'`,
    [nth % 5 === 2 ? paid.shift() : null],
  )
  const gifts = Array.from({ length: 3 }, async () => {
    const { body } = await give(installation, { key: freshKey(), amount: 20 + Math.floor(roll() * 80) })
    if (body.result?.intentId) paid.push(body.result.intentId)
  })
  const others = [
    ...(nth % 2 === 0 && paid.length > 0
      ? [refund(installation, { intentId: paid.shift()!, cookie: charity.staff }, freshKey())]
      : []),
    ...charges.map(({ charge }) => disputeOne(installation, charge, roll() < 0.5 ? 'won' : 'lost')),
    // Two people press at once.
    ...[0, 1].map(() => advancePayouts(installation, charity, { payouts, roll })),
  ]
  await Promise.allSettled([...gifts, ...others])
}

/** Takes each payout of the charity one step further, and drafts another. */
async function advancePayouts(
  installation: Installation,
  charity: Charity,
  { payouts, roll }: { readonly payouts: readonly Payout[]; readonly roll: () => number },
): Promise<void> {
  for (const { id, state } of payouts) {
    const outcome =
      state === 'sent' && roll() < 0.8
        ? { outcome: 'paid', paidOn: new Date().toISOString().slice(0, 10) }
        : { outcome: 'failed', reason: 'returned' }
    if (state === 'draft') await approve(installation, charity, id)
    else if (state === 'approved') await sendBatch(installation, charity)
    else if (state === 'sent' || roll() < 0.1)
      await post(installation, charity.staff, `/v4/staff/payouts/${id}/outcome`, outcome)
  }
  await requestPayout(installation, charity)
}

/** The donor’s bank disputes a payment, and decides later. */
async function disputeOne(installation: Installation, charge: string, status: 'won' | 'lost'): Promise<void> {
  const callBank = async (path: string, body: string) => {
    const response = await fetch(`${installation.sandbox.url}/admin/disputes${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${installation.sandbox.key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    })
    return (await response.json()) as { id: string }
  }
  const { id } = await callBank('', `charge=${charge}`)
  await sleep(1000)
  await callBank(`/${id}`, `status=${status}`)
}
