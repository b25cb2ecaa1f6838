import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVideo, videoAddress, videoEmbedUrl } from './video.ts'

const youtube = { provider: 'youtube', id: 'dQw4w9WgXcQ' }
const vimeo = { provider: 'vimeo', id: '76979871' }
const unlisted = { ...vimeo, hash: '8272103f6e' }

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', youtube],
  ['https://www.youtube.com/watch?list=PL1234567890&v=dQw4w9WgXcQ', youtube],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', youtube],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5', youtube],
  ['https://youtube.com/v/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/e/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/watch/dQw4w9WgXcQ', youtube],
  [' http://www.youtube.com/embed/dQw4w9WgXcQ ', youtube],
  ['\u00a0https://youtu.be/dQw4w9WgXcQ\u00a0', youtube],
  ['https://vimeo.com/76979871', vimeo],
  ['https://www.vimeo.com/76979871/', vimeo],
  ['https://vimeo.com/76979871#t=10s', vimeo],
  ['https://vimeo.com/channels/staffpicks/76979871', vimeo],
  ['https://vimeo.com/channels/1234567/76979871', vimeo],
  ['https://vimeo.com/groups/1234567/videos/76979871', vimeo],
  ['https://vimeo.com/groups/shortfilms/videos/76979871', vimeo],
  ['https://vimeo.com/showcase/1234567/video/76979871', vimeo],
  ['https://vimeo.com/album/1234567/video/76979871', vimeo],
  ['https://vimeo.com/ondemand/well/76979871', vimeo],
  ['https://vimeo.com/manage/videos/76979871', vimeo],
  ['https://player.vimeo.com/video/76979871', vimeo],
  ['https://player.vimeo.com/video/76979871?h=1', vimeo],
  ['https://vimeo.com/76979871/8272103f6e', unlisted],
  ['https://vimeo.com/76979871/8272103f6e?share=copy', unlisted],
  ['https://vimeo.com/76979871?h=8272103f6e', unlisted],
  ['https://vimeo.com/manage/videos/76979871/8272103f6e', unlisted],
  ['https://vimeo.com/showcase/1234567/video/76979871?h=8272103f6e', unlisted],
  ['https://player.vimeo.com/video/76979871?badge=0&h=8272103f6e&app_id=58479', unlisted],
])('%s is one video (content-38)', (url, video) => expect(readVideo(url)).toEqual(video))

test.each([
  'https://vimeo.com/groups/1234567',
  'https://vimeo.com/groups/shortfilms/albums/76979871',
  'https://vimeo.com/user1234567/page/videos/76979871',
  'https://vimeo.com/user1234567/page/video/76979871',
  'https://vimeo.com/user1234567/page/76979871',
  'https://vimeo.com/user1234567/videos/76979871',
  'https://vimeo.com/showcase/1234567/page/76979871',
  'https://vimeo.com/manage/showcases/76979871',
  'https://vimeo.com/manage/videos/76979871/settings',
  'https://vimeo.com/groups/1234567/videos',
  'https://vimeo.com/showcase/1234567',
  'https://vimeo.com/showcase/1234567/embed',
  'https://vimeo.com/album/1234567',
  'https://vimeo.com/event/1234567',
  'https://vimeo.com/event/1234567/8272103f6e',
  'https://vimeo.com/channels/1234567',
  'https://vimeo.com/channels/staffpicks',
  'https://vimeo.com/user1234567',
  'https://vimeo.com/76979871/settings',
  'https://vimeo.com/76979871/8272103f6e/more',
  'https://player.vimeo.com/76979871',
  'https://www.youtube.com/playlist?list=PL1234567890',
  'https://www.youtube.com/embed/videoseries?list=PL1234567890',
  'https://www.youtube.com/embed/live_stream?channel=UC1234567890',
  'https://www.youtube.com/@charity/live',
  'https://www.youtube.com/embed/dQw4w9WgXcQ/more',
  'https://youtu.be/dQw4w9WgXcQ/more',
  'https://youtu.be/',
  'https://www.youtube.com/channel/dQw4w9WgXcQ',
  'https://www.youtube.com/results?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/76979871',
  'https://evil.example/video/76979871',
  'https://youtube.www.com/embed/dQw4w9WgXcQ',
  'https://me@youtube.com/embed/dQw4w9WgXcQ',
  'https://:secret@youtube.com/embed/dQw4w9WgXcQ',
  'ftp://youtube.com/embed/dQw4w9WgXcQ',
  'https://youtube.com.evil.example/embed/dQw4w9WgXcQ',
  'https://youtube.com@evil.example/embed/dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/embed/dQw4w9WgXcQ',
  'vimeo',
  '',
])('%s names no video and is refused (content-38)', (url) => expect(readVideo(url)).toBeUndefined())

test('a video is the same after it was written as either address', () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999 }).map(String)
  const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 6, maxLength: 12 })
  const videos = fc.oneof(
    fc.record({ provider: fc.constant('vimeo' as const), id }),
    fc.record({ provider: fc.constant('vimeo' as const), id, hash }),
    fc.constant({ provider: 'youtube' as const, id: '-_Aa0123456' }),
  )
  fc.assert(
    fc.property(videos, (video) => {
      expect(readVideo(videoAddress(video))).toEqual(video)
      expect(readVideo(videoEmbedUrl(video))).toEqual(video)
    }),
  )
})

test('an unlisted video has its hash in the address of its player and of its page (content-38)', () => {
  const videos = [
    { provider: 'youtube', id: 'dQw4w9WgXcQ' },
    { provider: 'vimeo', id: '76979871' },
    { provider: 'vimeo', id: '76979871', hash: '8272103f6e' },
  ] as const
  expect(videos.map(videoEmbedUrl)).toEqual([
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://player.vimeo.com/video/76979871',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ])
  expect(videos.map(videoAddress)).toEqual([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/76979871',
    'https://vimeo.com/76979871/8272103f6e',
  ])
})
