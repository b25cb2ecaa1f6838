import { sql } from 'kysely'
import { deliverMails, forgetVisitEvents } from '#modules/notifications/index.ts'
import { expireBaskets } from '#modules/baskets/index.ts'
import { closeLapsedOrders, releaseLapsedLevels, resolveDueAttempts, sweepCharges, takeWebhooks } from '#modules/giving/index.ts'
import type { App } from './app.ts'
import { drainOutbox, loop } from './outbox.ts'

/** What the worker does over and over; every one of them may run in N workers at once. */
export function startLoops(app: App): { stop(): Promise<void> } {
  const loops = [
    loop(app, 'outbox', 200, () => drainOutbox(app)),
    loop(app, 'look-ups', 1000, () => resolveDueAttempts(app), 50),
    loop(app, 'webhooks', 500, () => takeWebhooks(app), 50),
    loop(app, 'mail', 500, () => deliverMails(app, mailsAtOnce(app)), mailsAtOnce(app)),
  ]
  return { stop: async () => void (await Promise.all(loops.map((each) => each.stop()))) }
}

/** A mail server takes a few at a time; a shelf takes what is there. */
const mailsAtOnce = (app: App): number => (app.mailer.kind === 'shelf' ? 1000 : 50)

/** Timed work, run by graphile-worker so that of N workers one does each. */
export const taskList = (app: App) => ({
  'giving:close_lapsed_orders': async () => {
    await closeLapsedOrders(app)
    await releaseLapsedLevels(app)
  },
  'giving:sweep_charges': async () => {
    const { missing, settled } = await sweepCharges(app, new Date(app.clock().getTime() - 70 * 60_000))
    if (missing + settled > 0) app.log.warn({ missing, settled }, 'the sweep found charges that no webhook told of')
  },
  'baskets:expire': () => expireBaskets(app),
  'identity:forget_old_rows': async () => {
    await sql`delete from identity.session where expires_at < ${app.clock()}`.execute(app.db)
    await sql`delete from identity.login_failure where failed_at < ${app.clock()}::timestamptz - interval '2 days'`.execute(app.db)
    await sql`delete from payments.spent_proof where spent_at < ${app.clock()}::timestamptz - interval '1 day'`.execute(app.db)
    await sql`delete from payments.webhook_event where handled_at < ${app.clock()}::timestamptz - interval '90 days'`.execute(app.db)
    await forgetVisitEvents(app)
  },
})

export const crontab = `
* * * * * giving:close_lapsed_orders
*/10 * * * * giving:sweep_charges
43 * * * * baskets:expire
17 3 * * * identity:forget_old_rows
`
