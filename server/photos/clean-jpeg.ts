/**
 * A JPEG with nothing in it but the picture: tables, one frame, its scans. What else it carries (where it was taken, by which
 * phone, a small copy, comments, anything behind its end) is left out; only which way up it is stays, as `turnOf` reads it from a
 * picture of EXIF and frame alone. Undefined when it is damaged.
 */
export function cleanJpeg(bytes: Buffer, turnOf: (head: Buffer) => number | undefined): Buffer | undefined {
  const kept: Buffer[] = [];
  let exif: Buffer | undefined;
  let frame: Buffer | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return undefined;
    if (marker === endOfImage) break;
    const segment = readSegment(bytes, at);
    if (!segment) return undefined;
    at += segment.length;
    if (isAnnotation(marker)) {
      if (isExif(marker, segment)) exif ??= segment;
      if (isNeeded(marker, segment)) kept.push(segment);
      continue;
    }
    // One frame, and before it no scan.
    if (isFrame(marker) ? frame : marker === startOfScan ? !frame : !isTable(marker)) return undefined;
    if (isFrame(marker)) frame = segment;
    kept.push(segment);
    if (marker !== startOfScan) continue;
    const end = endOfScan(bytes, at);
    scans += 1;
    if (end === undefined || scans > mostScans) return undefined;
    kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (!frame || scans === 0) return undefined;
  const orientation = exif && turnOf(Buffer.concat([start, exif, frame]));
  const turn = orientation !== undefined && orientation >= 2 && orientation <= 8 ? [orientationOnly(orientation)] : [];
  // The JFIF segment, where there is one, must stay the first.
  const first = kept[0]?.[1] === 0xe0 ? kept.splice(0, 1) : [];
  return Buffer.concat([start, ...first, ...turn, ...kept, Buffer.from([0xff, endOfImage])]);
}

const start = Buffer.from([0xff, 0xd8]);
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** A progressive picture has about ten; each costs whoever looks at it a pass over the whole. */
const mostScans = 100;

/** Baseline, extended, progressive: what browsers show. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2;
/** Huffman tables, quantisation tables, restart interval. */
const isTable = (marker: number) => marker === 0xc4 || marker === 0xdb || marker === 0xdd;
const isAnnotation = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

const isExif = (marker: number, segment: Buffer) => marker === 0xe1 && segment.toString('latin1', 4, 10) === 'Exif\0\0';

/** JFIF without a small copy, and Adobe's word on the colours. */
function isNeeded(marker: number, segment: Buffer): boolean {
  if (marker === 0xe0) return segment.length === 18 && segment.toString('latin1', 4, 9) === 'JFIF\0';
  return marker === 0xee && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe';
}

/** Marker, length and content. */
function readSegment(bytes: Buffer, at: number): Buffer | undefined {
  if (at + 4 > bytes.length) return undefined;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  return end < at + 4 || end > bytes.length ? undefined : bytes.subarray(at, end);
}

/** Where the next marker stands that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1];
    if (next === undefined) return undefined;
    if (next === 0xff) at += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else return at;
  }
  return undefined;
}

/** EXIF with one entry: 0x0112, a short. */
function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8 + tiff.length]), Buffer.from('Exif\0\0', 'latin1'), tiff]);
}
