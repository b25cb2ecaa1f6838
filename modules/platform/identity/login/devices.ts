import { createHash } from 'node:crypto'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  deleteDevice,
  deleteOtherDevices,
  type Device,
  listDevices,
  noteBrowser,
  placeSession,
} from './device-queries.ts'
import { ownAct } from '../own-act.ts'
import { type AccountViewer, type IdentityPorts, sessionEnds } from '../viewer.ts'

/** What is known of where somebody logs in from; calls without a browser know only the first two. */
export type LoginPlace = Pick<RequestFacts, 'ip' | 'userAgent'> & Partial<Pick<RequestFacts, 'country' | 'browserId'>>

/**
 * The mark a browser keeps when it logs in, so that it is known the next time: its own, or made of its first session's
 * token. It opens nothing; it only spares its owner a mail.
 */
export const browserIdOf = (kept: string | undefined, sessionToken: string): string =>
  kept ?? createHash('sha256').update(`browser|${sessionToken}`).digest('base64url')

export const hashOfBrowser = (browserId: string): Buffer => createHash('sha256').update(browserId).digest()

/**
 * Writes down where a session is opened, in its transaction; a browser the account has not been logged in to with
 * before is told of by mail.
 */
export async function rememberBrowser(
  ports: Ports,
  tx: Tx,
  of: {
    readonly accountId: string
    readonly token: string
    readonly tokenHash: Buffer
    readonly at: Date
    readonly place: LoginPlace
  },
): Promise<void> {
  const { accountId, place, at } = of
  const country = place.country !== undefined && /^[A-Z]{2}$/.test(place.country) ? place.country : undefined
  await placeSession(tx, of.tokenHash, country)
  const browserHash = hashOfBrowser(browserIdOf(place.browserId, of.token))
  // The first browser of all is the one that signed up: nobody needs to be told of it.
  if ((await noteBrowser(tx, { accountId, browserHash, at })) !== 'new') return
  await ports.enqueue(tx, 'identity:tell_of_browser', {
    accountId,
    userAgent: place.userAgent.slice(0, 300),
    country: country ?? null,
    ip: place.ip,
    at: at.toISOString(),
  })
}

/** Where this account is logged in now. */
export function devicesOf(ports: IdentityPorts, viewer: AccountViewer): Promise<Device[]> {
  const now = ports.clock()
  return listDevices(ports, {
    accountId: viewer.accountId,
    tokenHash: viewer.tokenHash,
    now,
    ...sessionEnds(viewer.roles, now),
  })
}

/** Logs one device out, from here; also this one. */
export async function endDevice(
  ports: IdentityPorts,
  viewer: AccountViewer,
  facts: Pick<RequestFacts, 'ip'>,
  id: string,
): Promise<void> {
  await ports.write(async (tx) => {
    if (!(await deleteDevice(tx, viewer.accountId, id))) throw new Problem('not-found', 'not-found')
    await record(tx, ownAct(ports, viewer, facts, 'identity.device-ended'))
  })
}

/** Logs every other device out and answers how many there were. */
export const endOtherDevices = (
  ports: IdentityPorts,
  viewer: AccountViewer,
  facts: Pick<RequestFacts, 'ip'>,
): Promise<number> =>
  ports.write(async (tx) => {
    const ended = await deleteOtherDevices(tx, viewer.accountId, viewer.tokenHash)
    await record(tx, ownAct(ports, viewer, facts, 'identity.other-devices-ended', { sessionsEnded: ended }))
    return ended
  })
