import { useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { failureOf, createPasskey, usePasskeys } from './passkey.ts'

const here = '/account/security'

/** Adds a passkey in this browser; requires recent authentication. */
export function AddPasskey() {
  const t = useText()
  const isThere = usePasskeys()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const unsupported = <p className="quiet">{t('passkeys.unsupported')}</p>
  if (isThere === false) return unsupported

  async function add() {
    setBusy(true)
    setProblem('')
    try {
      await createPasskey(name)
      window.location.assign(`${here}?changed=passkey-added`)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'refused' && failure.code === 'reauthentication-required')
        return window.location.assign(`/account/reauthenticate?redirectUrl=${encodeURIComponent(here)}`)
      setProblem(
        failure.kind === 'refused'
          ? failure.text
          : t(failure.kind === 'made-before' ? 'passkeys.exists' : 'passkeys.not-created'),
      )
      setBusy(false)
    }
  }

  return (
    <>
      {isThere ? null : <noscript>{unsupported}</noscript>}
      <form
        className={`stack account-form${isThere ? '' : ' not-hydrated no-script-hidden'}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void add()
        }}
      >
        <TextInput
          id="passkey-name"
          label={t('passkeys.name')}
          mark={t('shell.optional')}
          hint={t('passkeys.name-hint')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" isBusy={isBusy}>
          {t('passkeys.add')}
        </Button>
        {problem ? (
          <p role="alert" className="error-text">
            {problem}
          </p>
        ) : null}
      </form>
    </>
  )
}
