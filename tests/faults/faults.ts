import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeLine, codeOf, fillBasket, payBasket, payUntilAnswered } from './baskets.ts'
import { expectBooksToAgree, give, donateUntilAnswered, openCampaign } from './donations.ts'
import { freshKey, type Installation, until } from './installation.ts'
import { unrecordedFaults } from './unrecorded.ts'
import { paidDonation, refund, refundsOf, refundUntilAnswered } from './refunds.ts'

const check = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}
const chargesOf = async (installation: Installation, before: number) => (await installation.charges()).length - before

/**
 * Sends a donation to a server that is killed at a failpoint, restarts it and repeats the request. `canBeDeclined`: the
 * provider was not called yet, so the look-up may close the payment before the retry, which then reports that nothing
 * was charged.
 */
async function dieAndRetry(
  installation: Installation,
  failpoint: string,
  { canBeDeclined = false } = {},
): Promise<void> {
  const before = (await installation.charges()).length
  await installation.kill()
  await installation.start(`${failpoint}:kill`)
  const key = freshKey()
  await give(installation, { key }).then(
    () => check(false, 'the server answered although it should have died'),
    () => undefined,
  )
  await installation.died()
  await installation.start()
  const answered = await donateUntilAnswered(installation, { key })
  const isNone = canBeDeclined && answered.status === 402
  check(
    isNone || (answered.status === 200 && answered.body.success === true),
    `the retry was answered with ${answered.status} ${answered.body.message}`,
  )
  const again = await give(installation, { key })
  check(JSON.stringify(again.body) === JSON.stringify(answered.body), 'the replay differs from the first answer')
  check(
    (await chargesOf(installation, before)) === (isNone ? 0 : 1),
    isNone ? 'charged although the answer says nothing was' : 'not exactly one charge',
  )
}

/** Fault tests (payments-22). After each, the installation is healthy and the ledger is verified. */
export const faults: Readonly<Record<string, (installation: Installation) => Promise<void>>> = {
  'F1 killed after the provider charged, before it was recorded': (installation) =>
    dieAndRetry(installation, 'after_provider'),

  'F2 killed before the provider call': (installation) =>
    dieAndRetry(installation, 'before_provider', { canBeDeclined: true }),

  'F2 killed before the provider call, and the donor does not retry': async (installation) => {
    const before = (await installation.charges()).length
    await installation.kill()
    await installation.start('before_provider:kill')
    await give(installation, { key: freshKey() }).catch(() => undefined)
    await installation.died()
    await installation.start()
    await expectBooksToAgree(installation)
    check((await chargesOf(installation, before)) === 0, 'charged without a donor')
  },

  'F3 killed after the commit, before the response': (installation) => dieAndRetry(installation, 'after_commit'),

  'F4 the database restarts during twenty donations': async (installation) => {
    const before = (await installation.charges()).length
    const keys = Array.from({ length: 20 }, freshKey)
    const answered = keys.map(async (key, index) => {
      await sleep(index * 15)
      return donateUntilAnswered(installation, { key })
    })
    await sleep(120)
    installation.restartDatabase()
    const ends = await Promise.all(answered)
    check(
      ends.filter((end) => end.status === 200).length === (await chargesOf(installation, before)),
      'answers and charges differ',
    )
  },

  'F5 the provider charges, but its response is lost': async (installation) => {
    const before = (await installation.charges()).length
    const key = freshKey()
    const first = await give(installation, { key, fault: 'flt_timeout_after_charge' })
    check(first.status === 202, `an unknown outcome was answered with ${first.status}`)
    const answered = await donateUntilAnswered(installation, { key, fault: 'flt_timeout_after_charge' })
    check(answered.status === 200, `ended with ${answered.status}`)
    check((await chargesOf(installation, before)) === 1, 'not exactly one charge')
  },

  'F6 the provider does not charge, and its response is lost': async (installation) => {
    const before = (await installation.charges()).length
    const key = freshKey()
    const first = await give(installation, { key, fault: 'flt_timeout_before_charge' })
    check(first.status === 202, `an unknown outcome was answered with ${first.status}`)
    await expectBooksToAgree(installation)
    const retried = await donateUntilAnswered(installation, { key: freshKey() })
    check(retried.status === 200, 'the donor could not try again')
    check((await chargesOf(installation, before)) <= 2, 'more charges than requests')
  },

  'F7 webhooks come five times, shuffled, too early or never': async (installation) => {
    const before = (await installation.charges()).length
    const kinds = ['flt_dup_webhook_x5', 'flt_webhooks_shuffled', 'flt_webhook_before_response', 'flt_webhook_never']
    const ends = await Promise.all(kinds.map((fault) => donateUntilAnswered(installation, { key: freshKey(), fault })))
    check(
      ends.every((end) => end.status === 200),
      'a gift failed because of a webhook',
    )
    await sleep(500)
    check((await chargesOf(installation, before)) === kinds.length, 'not one charge per gift')
  },

  'F8 webhooks that are forged, replayed or signed with another secret': async (installation) => {
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: 'pi_forged' } },
    })
    const send = async (secret: string, age: number, tampered = body) => {
      const t = Math.floor(Date.now() / 1000) - age
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
      return (
        await fetch(`${installation.url}/webhooks/payments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` },
          body: tampered,
        })
      ).status
    }
    check((await send('whsec_other', 0)) === 400, 'another secret was believed')
    check((await send('whsec_faults', 301)) === 400, 'an old webhook was believed')
    check(
      (await send('whsec_faults', 0, body.replace('pi_forged', 'pi_altered'))) === 400,
      'an altered webhook was believed',
    )
    check((await send('whsec_faults', 299)) === 200, 'a webhook in time was refused')
    const { rows } = await installation.owner.query(
      `select object_id from payments.webhook_event where object_id in ('pi_forged', 'pi_altered')`,
    )
    check(rows.length === 1, 'a refused webhook left a row')
  },

  'F9 twenty concurrent requests': async (installation) => {
    const before = (await installation.charges()).length
    const key = freshKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(installation, { key })))
    check(
      answers.every((answer) => answer.status === 200 || answer.status === 409 || answer.status === 202),
      `unexpected answers ${answers.map((a) => a.status).join()}`,
    )
    check((await donateUntilAnswered(installation, { key })).status === 200, 'the gift did not end')
    check((await chargesOf(installation, before)) === 1, 'not exactly one charge')
  },

  'F9 twenty concurrent requests of one basket': async (installation) => {
    const before = (await installation.charges()).length
    const basket = await fillBasket(installation)
    const key = freshKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => payBasket(installation, basket, { key })))
    check(
      answers.every(({ status }) => status === 200 || status === 202 || status === 409),
      `unexpected answers ${answers.map(({ status }) => status).join()}`,
    )
    check((await payUntilAnswered(installation, basket, { key })).status === 200, 'the basket was not paid')
    check((await chargesOf(installation, before)) === 1, 'not exactly one charge')
  },

  'F10 two tabs pay for one basket, with the same and with different cards': async (installation) => {
    for (const cards of [
      ['pm_card_visa', 'pm_card_visa'],
      ['pm_card_visa', 'pm_card_mastercard'],
    ]) {
      const before = (await installation.charges()).length
      const basket = await fillBasket(installation)
      const answers = await Promise.all(cards.map((card) => payBasket(installation, basket, { card })))
      check(
        answers.filter(({ status }) => status === 200).length === 1,
        `not one winner: ${answers.map(({ status }) => status).join()}`,
      )
      check(answers.filter(({ status }) => status === 409).length === 1, 'the other tab was not asked')
      check(
        codeOf(await payBasket(installation, basket)) === 'basket-checked-out',
        'a later request did not get the paid basket',
      )
      check((await chargesOf(installation, before)) === 1, 'not exactly one charge')
    }
  },

  'F10 killed after the provider charged a basket, and both tabs retry': async (installation) => {
    const before = (await installation.charges()).length
    const basket = await fillBasket(installation)
    await installation.kill()
    await installation.start('after_provider:kill')
    const [key, other] = [freshKey(), freshKey()]
    await payBasket(installation, basket, { key }).catch(() => undefined)
    await installation.died()
    await installation.start()
    const [first, second] = await Promise.all([
      payUntilAnswered(installation, basket, { key }),
      payUntilAnswered(installation, basket, { key: other }),
    ])
    check(
      first.status === 200 && codeOf(second) === 'basket-checked-out',
      `answered with ${first.status} and ${second.status} ${codeOf(second)}`,
    )
    check((await chargesOf(installation, before)) === 1, 'not exactly one charge')
  },

  'F11 one tab edits a basket while another pays for it': async (installation) => {
    const before = (await installation.charges()).length
    const basket = await fillBasket(installation)
    await changeLine(installation, basket, 9900)
    const refused = await payBasket(installation, basket, { quoteHash: basket.quoteHash })
    check(
      refused.status === 409 && codeOf(refused) === 'quote-changed',
      `answered with ${refused.status} ${codeOf(refused)}`,
    )
    check((await chargesOf(installation, before)) === 0, 'charged what was not shown')
    // Concurrent edits and payments: either the shown amount is charged, or nothing.
    const racing = await fillBasket(installation)
    const [, response] = await Promise.all([
      changeLine(installation, racing, 9900).catch(() => undefined),
      payBasket(installation, racing, { quoteHash: racing.quoteHash }),
    ])
    const charged = (await installation.charges()).slice(before)
    check(
      response.status === 200 ? charged.length === 1 && charged[0]!.amount === 3500 : charged.length === 0,
      `answered ${response.status}, charged ${charged.length}`,
    )
  },

  'F21 killed after the provider refunded, before it was recorded': async (installation) => {
    const donation = await paidDonation(installation)
    await installation.kill()
    await installation.start('after_refund:kill')
    const key = freshKey()
    await refund(installation, donation, key).then(
      () => check(false, 'the server answered although it should have died'),
      () => undefined,
    )
    await installation.died()
    check((await refundsOf(installation, donation.intentId)).made === 0, 'recorded before it died')
    await installation.start()
    const answered = await refundUntilAnswered(installation, donation, key)
    check(
      (answered.body as { state?: string }).state === 'succeeded',
      `the retry was answered with ${answered.status} ${JSON.stringify(answered.body)}`,
    )
    const { made, booked, refunded, charged } = await refundsOf(installation, donation.intentId)
    check(
      made === 1 && booked === 1 && refunded === charged,
      `made ${made}, booked ${booked}, ${refunded} of ${charged} went back`,
    )
  },

  'F21 two people send ten concurrent refund requests, and the provider’s response is lost': async (installation) => {
    const donation = await paidDonation(installation)
    await installation.breakNextRefund('flt_timeout_after_charge')
    const keys = [freshKey(), freshKey()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => refund(installation, donation, keys[nth % 2]!)),
    )
    check(
      answers.every(({ status }) => status === 200 || status === 409),
      `unexpected answers ${answers.map(({ status }) => status).join()}`,
    )
    const ends = await Promise.all(keys.map((key) => refundUntilAnswered(installation, donation, key)))
    check(
      ends.filter(({ status }) => status === 200).length === 1,
      `not one winner: ${ends.map(({ status }) => status).join()}`,
    )
    const { made, booked, refunded, charged } = await refundsOf(installation, donation.intentId)
    check(
      made === 1 && booked === 1 && refunded === charged,
      `made ${made}, booked ${booked}, ${refunded} of ${charged} went back`,
    )
  },

  'F22 fifty donors choose the last unit of a giving level': async (installation) => {
    const before = (await installation.charges()).length
    const { id: projectId, currency } = await openCampaign(installation)
    const { rows } = await installation.owner.query(
      `insert into campaigns.level (campaign_id, position, title, amount, claim_limit) values ($1, 99, 'The last one', 2500, 1) returning id::text`,
      [projectId],
    )
    // A server caches a campaign for a second.
    await sleep(1100)
    const item = { projectId, amount: 2500, currency, givingLevelId: (rows[0] as { id: string }).id }
    const baskets = await Promise.all(Array.from({ length: 50 }, () => fillBasket(installation, [item])))
    const answers = await Promise.all(baskets.map((basket) => payBasket(installation, basket)))
    check(
      answers.filter(({ status }) => status === 200).length === 1,
      `${answers.filter(({ status }) => status === 200).length} of fifty were paid`,
    )
    check(
      answers.every((answered) => answered.status === 200 || (answered.status < 500 && answered.status >= 400)),
      `unexpected answers ${answers.map(({ status }) => status).join()}`,
    )
    check((await chargesOf(installation, before)) === 1, 'a loser was charged')
  },

  'F19 a challenge is never completed': async (installation) => {
    const before = (await installation.charges()).length
    const key = freshKey()
    const response = await give(installation, { key, card: 'pm_card_threeDSecure2Required' })
    check(
      response.status === 200 && response.body.success === false && response.body.message === '3DS Challenge Required',
      'no challenge',
    )
    await installation.owner.query(
      `update payments.attempt set challenge_expires_at = now() - interval '1 second', next_lookup_at = now() - interval '1 second' where state = 'CHALLENGE'`,
    )
    await until(
      async () =>
        (
          await installation.owner.query(`select from payments.intent where id = $1 and state = 'EXPIRED'`, [
            response.body.result!.id,
          ])
        ).rowCount === 1,
      20_000,
      'the expiry of the challenge',
    )
    check((await chargesOf(installation, before)) === 0, 'charged although the challenge was left')
    check(
      (await donateUntilAnswered(installation, { key: freshKey() })).status === 200,
      'a fresh gift was not possible',
    )
  },

  ...unrecordedFaults,
}
