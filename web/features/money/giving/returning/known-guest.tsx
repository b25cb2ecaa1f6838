import { useEffect, useState } from 'react'
import { isEmbedded } from '#web/lib/storage.ts'
import { useText } from '#web/lib/text.tsx'
import { readThanksRecord } from '../pay.ts'

export type Contact = { readonly email: string; readonly name: string }
export type KnownGuest = {
  /** The email and name that were filled in; undefined if none. */
  readonly contact: Contact | undefined
  /** "Not you?": ends the token and empties the fields. */
  readonly end: () => void
}

/** Loaded only for a guest who has donated in this tab. */
const loadGuestContact = () => import('./guest-contact.ts')

/**
 * Fills in the email and name of a guest who has donated in this tab, while their token is valid (24 hours). The server
 * returns both; nothing is stored. Never in an embedded form. `fill` is also called with empty texts.
 */
export function useKnownGuest(isSignedIn: boolean, fill: (contact: Contact) => void): KnownGuest {
  const [contact, setContact] = useState<Contact>()
  useEffect(() => {
    const token = isSignedIn || isEmbedded() ? undefined : readThanksRecord()?.guest?.token
    if (!token) return
    loadGuestContact()
      .then(({ readGuest }) => readGuest(token))
      .then(
        (guest) => {
          if (!guest) return
          setContact(guest)
          fill(guest)
        },
        (error: unknown) => console.warn('the guest of the last donation could not be read', error),
      )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration: the browser stores the token
  }, [])

  function end() {
    loadGuestContact().then(
      ({ endGuest }) => endGuest(),
      (error: unknown) => console.warn('the guest’s token could not be ended', error),
    )
    setContact(undefined)
    fill({ email: '', name: '' })
    document.getElementById('email')?.focus()
  }
  return { contact, end }
}

/** Says whose email and name were filled in, and offers to remove them. `email`: as the field has it. */
export function KnownGuestNote({ guest, email }: { readonly guest: KnownGuest; readonly email: string }) {
  const t = useText()
  if (guest.contact?.email !== email) return null
  return (
    <p className="small quiet">
      {t('give.known-guest')}{' '}
      <button type="button" className="link-button" onClick={guest.end}>
        {t('give.not-you')}
      </button>
    </p>
  )
}
