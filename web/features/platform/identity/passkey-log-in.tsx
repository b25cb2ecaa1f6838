import { useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { failureOf, logInWithPasskey, usePasskeys } from './passkey.ts'

/** Logs in or reauthenticates with a passkey; hidden if the browser doesn't support passkeys. */
export function PasskeyLogIn({ back }: { readonly back: string }) {
  const t = useText()
  const isThere = usePasskeys()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (isThere === false) return null

  async function logIn() {
    setBusy(true)
    setProblem('')
    try {
      await logInWithPasskey()
      window.location.assign(back)
    } catch (error) {
      const failure = failureOf(error)
      setProblem(failure.kind === 'refused' ? failure.text : t('passkeys.not-used'))
      setBusy(false)
    }
  }

  return (
    <div className={`security-methods${isThere ? '' : ' not-hydrated no-script-hidden'}`}>
      <Button type="button" look="quiet" isWide isBusy={isBusy} onClick={() => void logIn()}>
        <span className="security-with-icon">
          <KeyMark />
          {t('passkeys.use')}
        </span>
      </Button>
      {problem ? (
        <p role="alert" className="error-text">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

const KeyMark = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <circle cx="7" cy="7" r="3.6" />
    <path d="M9.6 9.6l6.6 6.6M13.4 13.4l1.7-1.7" />
  </svg>
)
