import { useState } from 'react'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { useFaultText } from '#web/lib/text.tsx'

export type Uploaded = { readonly id: string; readonly url: string; readonly width: number; readonly height: number }

/** Uploads a picture unchanged; returns its id, or a message. */
export function usePictureUpload(campaignId: string) {
  const say = useFaultText()
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState('')
  const upload = async (file: File): Promise<Uploaded | undefined> => {
    if (file.size > uploadLimits.bytes) return void setProblem(say({ code: 'picture-too-large' }) ?? '')
    setUploading(true)
    setProblem('')
    try {
      const answer = await fetch(`/v4/media?campaignId=${encodeURIComponent(campaignId)}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { accept: 'application/json', 'content-type': file.type || 'application/octet-stream' },
        body: file,
      })
      const body = (await answer.json()) as Uploaded & { message?: string }
      if (answer.ok) return body
      setProblem(body.message ?? say({ code: 'unknown' }) ?? '')
    } catch {
      setProblem(say({ code: 'network' }) ?? '')
    } finally {
      setUploading(false)
    }
    return undefined
  }
  return { isUploading, problem, upload }
}
