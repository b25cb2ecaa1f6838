import { useEffect, useState } from 'react'

const copiedMs = 2000

/** Whether something was just copied, and how to say so: true for two seconds (S1 §4). */
export function useCopied(): readonly [isCopied: boolean, sayCopied: () => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, () => setCopied(true)]
}
