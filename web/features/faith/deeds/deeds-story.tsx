import { type ReactNode, useEffect, useState } from 'react'
import { useFrame } from '#web/lib/text.tsx'
import { api, ApiError } from '#web/lib/api.ts'
import { Loading } from './loading.tsx'
import { PageView } from './page-view.tsx'
import { Story } from './story.tsx'
import type { StoryData } from './story-data.ts'

type Props = {
  readonly data: StoryData
  readonly programmes: ReactNode
  readonly years: readonly number[]
  readonly surveyUrl: string | undefined
}

/** How long the full progress bar stays visible, in milliseconds. */
const completeMs = 320

/** The story if JavaScript runs: the loading Welcome first. Without JavaScript the page is shown. */
export function DeedsStory(props: Props) {
  const motion = useFrame()?.motion
  const [state, setState] = useState<'loading' | 'complete' | 'playing' | 'still'>('loading')
  useEffect(() => {
    if (motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // oxlint-disable-next-line react/set-state-in-effect -- known in the browser only
      setState('still')
      return
    }
    setState('complete')
    const timer = setTimeout(() => setState('playing'), completeMs)
    return () => clearTimeout(timer)
  }, [motion])
  useReloadWhenGone(props.data.hijriYear)
  if (state === 'playing' || state === 'still') return <Story {...props} hasReducedMotion={state === 'still'} />
  return (
    <>
      <Loading isComplete={state === 'complete'} hijriYear={props.data.hijriYear} />
      <div className="script-hidden">
        <PageView {...props} />
      </div>
    </>
  )
}

/** Loads the page without restoring the scroll position, which would hide its header again. */
const reloadPage = () => location.replace(location.pathname + location.search)

/** Reloads the page if the account was erased, logged out or withdrew its consent while the tab was hidden. */
function useReloadWhenGone(hijriYear: number): void {
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const { state } = await api('GET /v4/deeds', { hijriYear })
        if (state !== 'data') reloadPage()
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) reloadPage()
      }
    }
    const onVisibility = () => void check()
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [hijriYear])
}
