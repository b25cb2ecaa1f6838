import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { storyToPlainText, plainTextToStory } from '#modules/organizers/fundraising/rules/story-text.ts'
import { useText } from '#web/lib/text.tsx'

const StoryEditor = lazy(async () => ({ default: (await import('./story-editor.tsx')).StoryEditor }))

type Props = {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly html: string
  readonly language: string
  readonly campaignId: string
  readonly onWrite?: (html: string) => void
}

/** Story field: a plain text field that becomes an editor with JavaScript. Submits `storyText`, or `story` as HTML. */
export function StoryField({ label, hint, error, html, language, campaignId, onWrite }: Props) {
  const t = useText()
  const [isReady, setReady] = useState(false)
  const [written, setWritten] = useState(html)
  // Deferred by one transition, so that the editor starts with text typed before hydration.
  useEffect(() => startTransition(() => setReady(true)), [])
  const write = (now: string) => {
    setWritten(now)
    onWrite?.(now)
  }
  const plain = (
    <textarea
      id="story"
      name="storyText"
      className="input editor-plain"
      rows={14}
      dir="auto"
      lang={language}
      defaultValue={storyToPlainText(html)}
      readOnly={isReady}
      onChange={(event) => write(plainTextToStory(event.target.value))}
      aria-invalid={error ? true : undefined}
      aria-describedby={[hint ? 'story-hint' : '', error ? 'story-error' : ''].filter(Boolean).join(' ') || undefined}
    />
  )
  return (
    <div className="field">
      <label id="story-label" htmlFor="story">
        {label}
      </label>
      {hint ? (
        <p className="hint" id="story-hint">
          {hint} {isReady ? '' : t('fundraising.story-plain-hint')}
        </p>
      ) : null}
      {error ? (
        <p className="error" id="story-error">
          {error}
        </p>
      ) : null}
      {isReady ? (
        <Suspense fallback={plain}>
          <input type="hidden" name="story" value={written} />
          <StoryEditor
            html={written}
            language={language}
            labelledBy="story-label"
            campaignId={campaignId}
            onWrite={write}
          />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  )
}
