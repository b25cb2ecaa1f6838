import { createHash } from 'node:crypto'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  deleteDevice,
  deleteOtherDevices,
  type Device,
  listDevices,
  recordBrowser,
  storeSessionCountry,
} from './device-queries.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { type AccountViewer, type IdentityPorts, sessionEnds } from '../viewer.ts'

/** The known origin of a login. Calls without a browser have only the first two. */
export type LoginPlace = Pick<RequestContext, 'ip' | 'userAgent'> &
  Partial<Pick<RequestContext, 'country' | 'browserId'>>

/**
 * Returns the id that a browser keeps after login to be recognized next time: its existing one, or one derived from its
 * first session token. It grants no access; it only prevents needless mails.
 */
export const browserIdOf = (kept: string | undefined, sessionToken: string): string =>
  kept ?? createHash('sha256').update(`browser|${sessionToken}`).digest('base64url')

export const hashOfBrowser = (browserId: string): Buffer => createHash('sha256').update(browserId).digest()

/** Stores the origin of a new session in its transaction, and queues a mail if the browser is new to the account. */
export async function rememberBrowser(
  ports: Ports,
  tx: Tx,
  input: {
    readonly accountId: string
    readonly token: string
    readonly tokenHash: Buffer
    readonly at: Date
    readonly place: LoginPlace
  },
): Promise<void> {
  const { accountId, place, at } = input
  const country = place.country !== undefined && /^[A-Z]{2}$/.test(place.country) ? place.country : undefined
  await storeSessionCountry(tx, input.tokenHash, country)
  const browserHash = hashOfBrowser(browserIdOf(place.browserId, input.token))
  // The account's first browser is the one that signed up, so it needs no notice.
  if ((await recordBrowser(tx, { accountId, browserHash, at })) !== 'new') return
  await ports.enqueue(tx, 'identity:notify_new_browser', {
    accountId,
    userAgent: place.userAgent.slice(0, 300),
    country: country ?? null,
    ip: place.ip,
    at: at.toISOString(),
  })
}

/** Returns the sessions of this account. */
export function devicesOf(ports: IdentityPorts, viewer: AccountViewer): Promise<Device[]> {
  const now = ports.clock()
  return listDevices(ports, {
    accountId: viewer.accountId,
    tokenHash: viewer.tokenHash,
    now,
    ...sessionEnds(viewer.roles, now),
  })
}

/** Logs one device out; it may be the current one. */
export async function endDevice(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  id: string,
): Promise<void> {
  await ports.write(async (tx) => {
    if (!(await deleteDevice(tx, viewer.accountId, id))) throw new Problem('not-found', 'not-found')
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.device-ended'))
  })
}

/** Logs every other device out and returns how many there were. */
export const endOtherDevices = (
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
): Promise<number> =>
  ports.write(async (tx) => {
    const ended = await deleteOtherDevices(tx, viewer.accountId, viewer.tokenHash)
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.other-devices-ended', { sessionsEnded: ended }))
    return ended
  })
