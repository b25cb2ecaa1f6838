import type { ReactNode } from 'react'
import { PageForm } from '#web/kit/page-form.tsx'

/** An irreversible action behind a disclosure, with its explanation and button. Works without JavaScript. */
export const ConfirmDetails = ({
  summary,
  text,
  act,
  button,
}: {
  readonly summary: ReactNode
  readonly text: ReactNode
  readonly act: string
  readonly button: ReactNode
}) => (
  <details className="zakat-confirm">
    <summary>{summary}</summary>
    <PageForm className="stack">
      <p>{text}</p>
      <button className="button button-danger" name="act" value={act}>
        {button}
      </button>
    </PageForm>
  </details>
)
