// Runs after npm install: links node_modules/.bin/node to the pinned runtime, so that every npm script uses it.
// CommonJS, because it runs in the machine's Node (14 or newer). npm 10 drops the link if several optional packages have
// the same bin name.
const fs = require('fs')
const path = require('path')
const { pinnedNode } = require('./pinned-node.cjs')

const windows = process.platform === 'win32'
const bin = path.join(__dirname, '..', 'node_modules', '.bin')
const link = path.join(bin, windows ? 'node.exe' : 'node')
const pinned = pinnedNode()

if (pinned) {
  fs.mkdirSync(bin, { recursive: true })
  fs.rmSync(link, { force: true })
  if (!windows) fs.symlinkSync(path.relative(bin, pinned), link)
  else {
    try {
      fs.linkSync(pinned, link)
    } catch {
      fs.copyFileSync(pinned, link)
    }
  }
} else {
  for (const name of ['node', 'node.exe', 'node.cmd', 'node.ps1']) fs.rmSync(path.join(bin, name), { force: true })
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 22)) {
    console.error(
      'The Node runtime that comes with Sunbul does not run on this machine. Please install Node 24 or newer.',
    )
    process.exit(1)
  }
}
