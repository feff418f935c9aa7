import { describe, expect, it } from 'vitest';
import { readSmtpUrl } from './smtp-url.ts';

describe('readSmtpUrl', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, encrypt: 'if offered', auth: undefined }],
    ['smtp://mail.example:25/', { host: 'mail.example', port: 25, encrypt: 'if offered', auth: undefined }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, encrypt: 'first', auth: undefined }],
    ['smtps://me:pw@mail.example:2465', { port: 2465, encrypt: 'first', auth: { user: 'me', pass: 'pw' } }],
    ['smtp://me:pw@mail.example', { encrypt: 'required', auth: { user: 'me', pass: 'pw' } }],
    ['smtp://me:pw@mail.example?requireTLS=false', { encrypt: 'if offered' }],
    ['smtp://mail.example?requireTLS=true', { encrypt: 'required' }],
    ['smtp://me:pw@127.0.0.1:1025', { host: '127.0.0.1', port: 1025, encrypt: 'never' }],
    ['smtp://localhost:25', { host: 'localhost', encrypt: 'never' }],
    ['smtp://[::1]:25', { host: '::1', port: 25, encrypt: 'never' }],
    ['smtp://localhost:25?requireTLS=true', { encrypt: 'required' }],
    [
      'smtp://a%40b.example:p%40ss%2Fw%3Ard%25%23%3F%20x@mail.example',
      { auth: { user: 'a@b.example', pass: 'p@ss/w:rd%#? x' } },
    ],
    ['smtp://me:p@ss@mail.example', { host: 'mail.example', auth: { user: 'me', pass: 'p@ss' } }],
    ['smtp://apikey:@mail.example', { auth: { user: 'apikey', pass: '' } }],
    ['smtp://me:s%C3%A9cret@mail.example', { auth: { user: 'me', pass: 'sécret' } }],
  ])('reads %s', (url, expected) => expect(readSmtpUrl(url)).toMatchObject(expected));

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp:mail.example',
    'smtp://mail.example:99999',
    'smtp://mail.example/path',
    'smtp://me:100%@mail.example',
    'smtp://me:12#x@mail.example',
    'smtp://me:12?x@mail.example',
    'smtp://me:12/x@mail.example',
    'smtp://mail.example?logger=true',
    'smtp://mail.example?requireTLS=yes',
    'smtp://mail.example?requireTLS=true&debug=true',
    'smtp://mail example',
  ])('refuses %s', (url) => expect(readSmtpUrl(url)).toBeUndefined());
});
