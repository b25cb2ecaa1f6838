import { EditorContent, mergeAttributes, Node, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useRef, useState } from 'react'
import { readVideo, videoEmbedUrl } from '#shared/input/video.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

/** Editor node of a picture uploaded here. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src^="/media/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** Editor node of a video by its URL. The editor shows a placeholder, so nothing is loaded from the provider. */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null } }),
  parseHTML: () => [{ tag: 'iframe[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['iframe', mergeAttributes(HTMLAttributes)],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('p')
      dom.className = 'editor-video'
      dom.textContent = `▶ ${String(node.attrs.src).includes('vimeo') ? 'Vimeo' : 'YouTube'}`
      return { dom }
    },
})

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    link: { openOnClick: false, autolink: true, protocols: ['mailto'], HTMLAttributes: { target: null, rel: null } },
  }),
  Picture,
  Video,
]

type Props = {
  readonly html: string
  readonly language: string
  readonly labelledBy: string
  readonly campaignId: string
  readonly onWrite: (html: string) => void
}

/** Rich-text editor, loaded only on pages with a story field. Adds no styles. */
export function StoryEditor({ html, language, labelledBy, campaignId, onWrite }: Props) {
  const t = useText()
  const [asks, setAsks] = useState<'link' | 'video' | 'picture'>()
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'editor-text story',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        lang: language,
        dir: 'auto',
      },
    },
    onUpdate: ({ editor }) => onWrite(editor.isEmpty ? '' : editor.getHTML()),
  })
  const is = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor?.isActive('bold') ?? false,
      italic: editor?.isActive('italic') ?? false,
      heading: editor?.isActive('heading', { level: 2 }) ?? false,
      subheading: editor?.isActive('heading', { level: 3 }) ?? false,
      bullets: editor?.isActive('bulletList') ?? false,
      numbers: editor?.isActive('orderedList') ?? false,
      quote: editor?.isActive('blockquote') ?? false,
      link: editor?.isActive('link') ?? false,
    }),
  })
  if (!editor) return null
  const command = () => editor.chain().focus()
  const marks = [
    ['bold', 'B', () => command().toggleBold().run()],
    ['italic', 'I', () => command().toggleItalic().run()],
    ['heading', 'H2', () => command().toggleHeading({ level: 2 }).run()],
    ['subheading', 'H3', () => command().toggleHeading({ level: 3 }).run()],
    ['bullets', '•', () => command().toggleBulletList().run()],
    ['numbers', '1.', () => command().toggleOrderedList().run()],
    ['quote', '“', () => command().toggleBlockquote().run()],
  ] as const
  const put = (kind: 'link' | 'video' | 'picture', value: string, alt = ''): void => {
    setAsks(undefined)
    if (kind === 'picture')
      command()
        .insertContent({ type: 'picture', attrs: { src: value, alt } })
        .run()
    else if (kind === 'video')
      command()
        .insertContent({ type: 'video', attrs: { src: value } })
        .run()
    else if (editor.state.selection.empty)
      command()
        .insertContent({ type: 'text', text: value, marks: [{ type: 'link', attrs: { href: value } }] })
        .run()
    else command().setLink({ href: value }).run()
  }
  return (
    <div className="editor">
      <div className="editor-tools" role="group" aria-label={t('fundraising.toolbar')}>
        {marks.map(([name, sign, run]) => (
          <button
            key={name}
            type="button"
            className="icon-button"
            aria-label={t(`fundraising.${name}`)}
            aria-pressed={is?.[name] ?? false}
            onClick={run}
          >
            <span aria-hidden="true" className="editor-sign" data-sign={sign} data-name={name} />
          </button>
        ))}
        {(['link', 'picture', 'video'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="editor-tool"
            aria-expanded={asks === name}
            onClick={() => setAsks(asks === name ? undefined : name)}
          >
            {t(`fundraising.${name}`)}
          </button>
        ))}
        <button type="button" className="editor-tool" onClick={() => command().undo().run()}>
          {t('fundraising.undo')}
        </button>
        <button type="button" className="editor-tool" onClick={() => command().redo().run()}>
          {t('fundraising.redo')}
        </button>
      </div>
      {asks === 'picture' ? (
        <AskPicture campaignId={campaignId} onHave={(url, alt) => put('picture', url, alt)} />
      ) : null}
      {asks === 'link' || asks === 'video' ? (
        <AskAddress key={asks} kind={asks} onHave={(address) => put(asks, address)} />
      ) : null}
      <EditorContent editor={editor} />
    </div>
  )
}

const linkTo = /^(https:\/\/\S+\.\S+|mailto:[^\s@]+@[^\s@]+)$/

const linkAddress = (text: string): string | undefined => (linkTo.test(text) ? text : undefined)

function playerAddress(text: string): string | undefined {
  const video = readVideo(text)
  return video && videoEmbedUrl(video)
}

function AskAddress({ kind, onHave }: { readonly kind: 'link' | 'video'; readonly onHave: (address: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const have = () => {
    const address = kind === 'video' ? playerAddress(typed) : linkAddress(typed.trim())
    if (address) onHave(address)
    else setWrong(true)
  }
  return (
    <div className="editor-ask">
      <TextInput
        id={`story-${kind}`}
        name=""
        label={t(`fundraising.${kind}-url`)}
        error={isWrong ? t(`fundraising.${kind}-wrong`) : undefined}
        type="url"
        dir="ltr"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          have()
        }}
      />
      <Button look="quiet" type="button" onClick={have}>
        {t('fundraising.insert')}
      </Button>
    </div>
  )
}

function AskPicture({
  campaignId,
  onHave,
}: {
  readonly campaignId: string
  readonly onHave: (url: string, alt: string) => void
}) {
  const t = useText()
  const file = useRef<HTMLInputElement>(null)
  const [alt, setAlt] = useState('')
  const { isUploading, problem, upload } = usePictureUpload(campaignId)
  return (
    <div className="editor-ask">
      <div className="field">
        <label htmlFor="story-picture">{t('fundraising.picture-choose')}</label>
        {problem ? <p className="error">{problem}</p> : null}
        <input
          ref={file}
          id="story-picture"
          className="input"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        />
      </div>
      <TextInput
        id="story-picture-alt"
        name=""
        label={t('fundraising.picture-alt')}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        maxLength={200}
      />
      <Button
        look="quiet"
        type="button"
        isBusy={isUploading}
        onClick={() => {
          const chosen = file.current?.files?.[0]
          if (chosen) void upload(chosen).then((picture) => picture && onHave(picture.url, alt.trim()))
        }}
      >
        {t('fundraising.insert')}
      </Button>
    </div>
  )
}
