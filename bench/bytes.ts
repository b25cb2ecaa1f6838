import { gzipSync } from 'node:zlib'

export type PageBytes = { readonly path: string; readonly htmlBytes: number; readonly scriptBytes: number; readonly styleBytes: number }

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length

/** What a visitor's browser must fetch to use a page: every script and style the page names, and what those scripts import at once. Gzipped bytes. */
export async function bytesOfPages(origin: string, paths: readonly string[]): Promise<PageBytes[]> {
  const sizes = new Map<string, { bytes: number; imports: string[] }>()
  const load = async (file: string) => {
    const known = sizes.get(file)
    if (known) return known
    const text = await (await fetch(new URL(file, origin))).text()
    const imports = file.endsWith('.js')
      ? [...text.matchAll(/(?:^|[;}\n])\s*import\s*(?:[^'"()]*?from\s*)?["'](\.{1,2}\/[^"']+|\/assets\/[^"']+)["']/g)].map(
          (match) => new URL(match[1]!, new URL(file, origin)).pathname,
        )
      : []
    const size = { bytes: gzipped(text), imports }
    sizes.set(file, size)
    return size
  }
  const pages: PageBytes[] = []
  for (const path of paths) {
    const html = await (await fetch(new URL(path, origin))).text()
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"|(?:from|import)\s*["'](\/assets\/[^"']+\.js)["']/g)].map(
      (match) => match[1] ?? match[2]!,
    )
    const wanted = new Set<string>()
    const visit = async (file: string): Promise<void> => {
      if (wanted.has(file)) return
      wanted.add(file)
      for (const imported of (await load(file)).imports) await visit(imported)
    }
    for (const file of new Set(named)) await visit(file)
    const sum = (kind: string) => [...wanted].filter((file) => file.endsWith(kind)).reduce((total, file) => total + sizes.get(file)!.bytes, 0)
    pages.push({ path, htmlBytes: gzipped(html), scriptBytes: sum('.js'), styleBytes: sum('.css') })
  }
  return pages
}
