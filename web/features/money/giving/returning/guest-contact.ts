import { api } from '#web/lib/api.ts'
import { readThanksRecord, storeThanksRecord } from '../pay.ts'

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Returns the email and name of the guest with this token; null if it is no longer valid. */
export const readGuest = async (token: string) => (await api('GET /v4/guests/me', {}, bearer(token))).guest

/** Ends the guest's token of this tab. */
export function endGuest(): void {
  const record = readThanksRecord()
  if (!record?.guest) return
  api('POST /v4/guests/me/end', {}, { ...bearer(record.guest.token), keepalive: true }).catch((error: unknown) =>
    console.warn('the guest’s token could not be ended', error),
  )
  storeThanksRecord({ ...record, guest: undefined })
}
