import { useLocation } from 'react-router'
import { type MessageKey, useText } from '../lib/text.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { doneIn, errorsOf, type FormStatus, type Sent } from './view-form.ts'
import { DoneNotice } from '../ui/result-notice.tsx'

type Props = {
  /** The title of the page, unless the page sets it. */
  readonly title?: string
  /** `actionData` of the page. */
  readonly sent: Sent | undefined
  readonly forms: readonly FormStatus[]
  /** Id of the element that the error of a form without fields links to. The default is the page's content. */
  readonly first?: string
  /** The success messages by the value of `?done=`. */
  readonly done?: Readonly<Record<string, MessageKey>>
}

/** The title and, below the heading, the result of a submission: the errors of any form, or the success message. */
export function FormResult({ title, sent, forms, first = 'content', done = {} }: Props) {
  const t = useText()
  const message = doneIn(useLocation().search, done, sent)
  return (
    <>
      {title ? <title>{sent?.refused ? t('shell.title-problem', { title }) : title}</title> : null}
      <ErrorSummary title={t('shell.problem')} wrong={errorsOf(sent, forms, first)} />
      {message ? <DoneNotice>{t(message)}</DoneNotice> : null}
    </>
  )
}
