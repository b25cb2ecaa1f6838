import { createHash } from 'node:crypto'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { isProblem } from '#shared/problem.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { acceptProof, createProofChallenge } from '#modules/money/payments/index.ts'
import { type MailRequest, mailTask } from './email/ask-for-mail.ts'
import { createGuest } from './guest.ts'
import type { HumanCheckPorts } from './login/human-check.ts'
import { createAccount, openSession } from './login/log-in.ts'
import { sendAccountMail } from './email/send-mail.ts'
import type { TwoFactorPorts } from './two-factor/check-code.ts'
import { type AccountViewer, findViewerBySession, type IdentityPorts } from './viewer.ts'

/** What the edge knows of a request from nowhere in particular, unless told otherwise. */
export const someFacts = (over: Partial<RequestFacts> = {}): RequestFacts => ({
  requestId: 'request',
  ip: '192.0.2.1',
  userAgent: 'a browser',
  acceptHeader: '*/*',
  country: 'GB',
  locale: 'en',
  idempotencyKey: undefined,
  sessionId: undefined,
  ...over,
})

/** A house whose queue of account mails is worked whenever somebody looks into a mailbox. */
export function mailHouse(base: Ports, clock: { move(by: { seconds: number }): void }) {
  const queued: MailRequest[] = []
  const ports: TwoFactorPorts & HumanCheckPorts & NotificationPorts = {
    ...base,
    fieldKey: Buffer.alloc(32, 3),
    tokenSecret: 'a secret of at least thirty-two characters',
    humanCheck: { ask: createProofChallenge, accept: acceptProof },
    origin: 'https://give.example.org',
    productName: 'Sunbul',
    mailFrom: 'Sunbul <giving@example.org>',
    mailer: { kind: 'shelf', send: () => Promise.resolve() },
    isProduction: false,
    // What is told of a new browser has a test of its own (devices.test.ts).
    enqueue: async (_tx, task, payload) => void (task === mailTask && queued.push(payload as MailRequest)),
  }
  /** The mails an address has got, newest first. */
  async function mailsTo(email: string) {
    for (const request of queued.splice(0)) {
      clock.move({ seconds: 0.001 })
      await sendAccountMail(ports, request)
    }
    return ports.db
      .selectFrom('notifications.mail')
      .selectAll()
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .execute()
  }
  return { ports, queued, mailsTo }
}

export type MailHouse = ReturnType<typeof mailHouse>

/** A donor's account with a password, unless told otherwise; each call makes another. */
export async function anAccount(
  ports: IdentityPorts,
  over: {
    email?: string
    password?: string | null
    firstName?: string
    lastName?: string
    roles?: string[]
    isConfirmed?: boolean
  } = {},
) {
  const of = {
    email: `${ports.newId()}@example.org`,
    password: 'ears of grain' as string | null,
    firstName: 'Amina',
    lastName: 'Yusuf',
    ...over,
  }
  return { ...of, id: (await createAccount(ports, of))! }
}

/** An account that has logged in: its token, and who it is to a use case. */
export async function aSession(ports: IdentityPorts, over: Parameters<typeof anAccount>[1] = {}) {
  const { token } = await openSession(ports, someFacts(), (await anAccount(ports, { password: null, ...over })).id)
  return { token, viewer: (await findViewerBySession(ports, token)) as AccountViewer }
}

/** A donor without an account, with their token. */
export const aGuest = (ports: IdentityPorts, over: { email?: string; name?: string } = {}) =>
  createGuest(ports, { email: 'guest@example.org', name: 'Bilal Khan', ...over })

/** What the `reCaptcha` field carries, worked out of a call that is refused with `human-check-required`. */
export async function workedOut(refused: Promise<unknown>): Promise<string> {
  const problem = await refused.catch((error: unknown) => error)
  if (!isProblem(problem) || problem.code !== 'human-check-required') throw new Error('nobody asked for work')
  const proof = problem.more.proof as { salt: string; target: string; range: number }
  const fits = (number: number) => createHash('sha256').update(`${proof.salt}:${number}`).digest('hex') === proof.target
  for (let number = 0; number < proof.range; number++)
    if (fits(number)) return btoa(JSON.stringify({ ...proof, number }))
  throw new Error('the work has no answer')
}
