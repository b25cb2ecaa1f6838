import './staff-session.css'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type StaffSession, staffSessionAfter } from '#modules/platform/identity/rules/staff-session.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'

/** A timer can pause while the computer sleeps, so the clock is read this often. */
const everyMs = 5000

/**
 * Warns staff two minutes before their session ends, and lets them stay signed in. After its end it says that a form is
 * kept and sent after another login (ADR-0046).
 */
export function StaffSessionNotice() {
  const t = useText()
  const { key } = useLocation()
  const requestedAt = useRef(0)
  const [state, setState] = useState<StaffSession>('active')
  useEffect(() => {
    requestedAt.current = Date.now()
    const timer = setInterval(() => setState(staffSessionAfter(Date.now() - requestedAt.current)), everyMs)
    return () => clearInterval(timer)
  }, [key])

  async function stay() {
    try {
      await api('GET /api/user/current', {})
      requestedAt.current = Date.now()
      setState('active')
    } catch (error) {
      console.warn('the session could not be kept', error)
      if (error instanceof ApiError && error.status === 401) setState('ended')
    }
  }

  return (
    <div className="staff-session-notice" aria-live="polite">
      {state === 'active' ? null : (
        <div className="notice row-apart">
          <p>{t(`staff-session.${state}`)}</p>
          {state === 'ending' ? (
            <Button type="button" look="quiet" onClick={() => void stay()}>
              {t('staff-session.stay')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}
