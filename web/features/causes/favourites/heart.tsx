import { type ComponentType, type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/lib/api.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import type { AskProps } from './ask-to-sign-up.tsx'

/**
 * Adds a fundraiser to the Giving List or removes it (S1 §4). Disabled while pending; shows the server's state; logs a
 * failure and changes nothing. Asks visitors to sign up. Without JavaScript a form that redirects back to the page.
 */
export function Heart({
  campaignId,
  name,
  isAdded,
  isInline = false,
  onChanged,
}: {
  readonly campaignId: string
  readonly name: string
  readonly isAdded: boolean
  /** Whether it is in a row of buttons instead of a card's corner. */
  readonly isInline?: boolean
  readonly onChanged?: (isAdded: boolean) => void
}) {
  const t = useText()
  const isSignedIn = useFrame()?.viewer.isSignedIn ?? false
  const { pathname, search } = useLocation()
  const here = pathname + search
  const [isOn, setOn] = useState(isAdded)
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [Ask, setAsk] = useState<ComponentType<AskProps>>()
  const verb = isOn ? 'remove' : 'add'
  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isSignedIn) return ask()
    if (isBusy) return
    setBusy(true)
    try {
      const { favorited } = await api('POST /api/user/favorite', { verb, project_id: campaignId })
      setOn(favorited)
      onChanged?.(favorited)
    } catch (error) {
      console.warn('the Giving List could not be changed', error)
    } finally {
      setBusy(false)
    }
  }
  /** Loads the dialog on a visitor's first click; if that fails, opens the sign-up page. */
  function ask() {
    setAsking(true)
    if (!Ask)
      import('./ask-to-sign-up.tsx').then(
        (module) => setAsk(() => module.AskToSignUp),
        () => location.assign(`/v4/signup?redirectUrl=${encodeURIComponent(here)}`),
      )
  }
  return (
    <>
      <form
        method="post"
        action="/giving-list"
        className={isInline ? undefined : 'heart-corner'}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <input type="hidden" name="verb" value={verb} />
        <input type="hidden" name="project_id" value={campaignId} />
        <input type="hidden" name="back" value={here} />
        <button
          className="heart"
          data-on={isOn}
          {...(isInline
            ? { 'aria-label': t(isOn ? 'heart.on' : 'heart.off') }
            : { 'aria-pressed': isOn, 'aria-label': t('heart.label', { name }) })}
          aria-busy={isBusy || undefined}
        >
          <svg
            width="22"
            height="22"
            viewBox="0 0 24 24"
            aria-hidden="true"
            fill={isOn ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.8"
          >
            <path d="M12 20.5S3.5 15.4 3.5 9.3A4.6 4.6 0 0 1 12 6.9a4.6 4.6 0 0 1 8.5 2.4c0 6.1-8.5 11.2-8.5 11.2z" />
          </svg>
        </button>
      </form>
      {Ask ? <Ask isOpen={isAsking} here={here} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
