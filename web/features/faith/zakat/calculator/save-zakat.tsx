import { useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import { isSavable, type ZakatResult } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import type { ZakatInput } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { storeAnswers } from './answers.ts'

type Consent = OutputOf<ProductContract, 'GET /v4/privacy/consents'>['consents'][number]
type Saving = 'ready' | 'saving' | 'saved' | { readonly problem: string }

/**
 * Saves the calculation to the account, with consent (zakat-23). Visitors log in first; the answers stay in the tab.
 */
export function SaveZakat({
  input,
  result,
  isSignedIn,
}: {
  readonly input: ZakatInput
  readonly result: ZakatResult
  readonly isSignedIn: boolean
}) {
  const t = useText()
  const [consent, setConsent] = useState<Consent>()
  const [isAgreed, setAgreed] = useState(false)
  const [saving, setSaving] = useState<Saving>('ready')
  useEffect(() => {
    if (!isSignedIn) return
    api('GET /v4/privacy/consents', {}).then(
      ({ consents }) => setConsent(consents.find(({ purpose }) => purpose === 'zakat')),
      (error: unknown) => console.warn('the consent could not be loaded', error),
    )
  }, [isSignedIn])
  if (!isSavable(result)) return null
  if (!isSignedIn)
    return (
      <p className="zakat-no-print">
        <a className="button button-quiet" href={`/login?redirectUrl=${encodeURIComponent('/v4/zakat/calculator')}`}>
          {t('zakat-calc.log-in')}
        </a>
      </p>
    )
  const needsConsent = consent !== undefined && !consent.isGiven
  const save = async () => {
    setSaving('saving')
    try {
      if (needsConsent)
        await api('POST /v4/privacy/consents', { purpose: 'zakat', isGiven: true, textVersion: consent.textVersion })
      await api('POST /v4/zakat/profiles', {
        input: input as never,
        zakat: String(result.zakat.amount),
        status: result.status,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })
      storeAnswers(undefined)
      setSaving('saved')
    } catch (error) {
      setSaving({ problem: error instanceof ApiError ? error.message : t('zakat-calc.not-saved') })
    }
  }
  if (saving === 'saved')
    return (
      <p className="notice" role="status">
        {t('zakat-calc.saved')} <a href="/account/zakat">{t('zakat-calc.to-tracker')}</a>
      </p>
    )
  return (
    <div className="stack zakat-no-print">
      {needsConsent ? (
        <Checkbox
          id="zakat-consent"
          label={consent.text}
          checked={isAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
      ) : null}
      {typeof saving === 'object' ? (
        <p className="notice notice-problem" role="alert">
          {saving.problem}
        </p>
      ) : null}
      <Button
        type="button"
        look="quiet"
        isDisabled={saving === 'saving' || consent === undefined || (needsConsent && !isAgreed)}
        onClick={() => void save()}
      >
        {t('zakat-calc.save')}
      </Button>
    </div>
  )
}
