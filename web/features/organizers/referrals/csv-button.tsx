import { type MouseEvent, useState } from 'react'
import { useText } from '#web/lib/text.tsx'

type Props = {
  /** The API path that returns the file. */
  readonly call: string
  /** The page that returns the file in browsers without JavaScript. */
  readonly page: string
  /** HTTP status of a failed export. */
  readonly failed: string | null
}

/** Thrown for any status except 200, as "CSV Export failed: {status}" (S1 §7); the page shows the message. */
class ExportFailed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`CSV Export failed: ${status}`)
    this.status = status
  }
}

async function fileOf(call: string): Promise<{ readonly bytes: Blob; readonly name: string }> {
  const answer = await fetch(call, { credentials: 'same-origin' })
  if (answer.status !== 200) throw new ExportFailed(answer.status)
  const name = /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'referrals.csv'
  return { bytes: await answer.blob(), name }
}

function save({ bytes, name }: { readonly bytes: Blob; readonly name: string }) {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function CsvButton({ call, page, failed }: Props) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(failed === null ? '' : t('referrals.csv-failed', { status: failed }))
  async function handleClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      save(await fileOf(call))
    } catch (error) {
      console.warn('the file could not be had', error)
      setProblem(
        error instanceof ExportFailed
          ? t('referrals.csv-failed', { status: String(error.status) })
          : t('referrals.csv-no-network'),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="referral-csv">
      <a
        className="button button-quiet"
        href={page}
        aria-disabled={isBusy || undefined}
        onClick={(event) => void handleClick(event)}
      >
        {t('referrals.csv')}
      </a>
      <p className="error-text" role="alert">
        {problem}
      </p>
    </div>
  )
}
