import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import { Field, type FieldProps } from '#web/ui/labelled.tsx'

/** A password field with a button to show the password; a plain field without JavaScript. */
export function PasswordInput({
  label,
  hint,
  error,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'>) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const [isAlive, setAlive] = useState(false)
  // The button appears after hydration, since it does nothing before.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setAlive(true), [])
  const described =
    [hint ? `${rest.id}-hint` : '', error ? `${rest.id}-error` : ''].filter(Boolean).join(' ') || undefined
  return (
    <Field id={rest.id} label={label} hint={hint} error={error}>
      <div className="login-password" dir="ltr">
        <input
          name={rest.id}
          dir="ltr"
          maxLength={200}
          {...rest}
          className="input"
          type={isShown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
        />
        {isAlive ? (
          <button
            type="button"
            className="login-password-show"
            aria-pressed={isShown}
            aria-controls={rest.id}
            onClick={() => setShown(!isShown)}
          >
            {t('password.show')}
            <span className="visually-hidden"> {label}</span>
          </button>
        ) : null}
      </div>
    </Field>
  )
}
