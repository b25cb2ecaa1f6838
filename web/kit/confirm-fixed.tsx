import { Fragment, useEffect, useRef } from 'react'

/** Field with the choices that were confirmed, as they can't be changed later. */
export const confirmedField = 'confirmedChoice'

/** Whether the visitor was asked about exactly this choice and confirmed it. */
export const isConfirmed = (form: FormData, token: string): boolean => form.getAll(confirmedField).includes(token)

/** Whether the form was sent by the button that confirms. */
export const hasConfirmation = (form: FormData): boolean => form.has(confirmedField)

/**
 * Asks again before something is saved that never changes. Its button sends the page's form with `token`; anything else
 * chosen in the form is asked about again.
 */
export function ConfirmFixed({
  form,
  token,
  title,
  text,
  lines,
  button,
}: {
  /** The id of the page's form. */
  readonly form: string
  /** What is confirmed. */
  readonly token: string
  readonly title: string
  readonly text: string
  readonly lines: readonly (readonly [label: string, value: string])[]
  readonly button: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="notice stack" aria-labelledby="confirm-fixed">
      <h2 id="confirm-fixed" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p>{text}</p>
      <dl className="lines">
        {lines.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      <div>
        <button className="button button-primary" form={form} name={confirmedField} value={token}>
          {button}
        </button>
      </div>
    </section>
  )
}
