import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, runToEnd } from '@dps/local-stack/process/run-to-end';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority of this run, which issues certificates for `localhost`. */
export class Certificates {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(folder: string): Promise<Certificates> {
    mkdirSync(folder, { mode: 0o700 });
    const certificates = new Certificates(folder);
    await certificates.#create('authority', ['-subj', '/CN=topology']);
    await certificates.renew();
    return certificates;
  }

  /** Path of the certificate that clients trust. */
  get authority(): string {
    return join(this.#folder, 'authority.pem');
  }

  /** Path of the balancer's file: certificate and key. */
  get site(): string {
    return join(this.#folder, 'site.pem');
  }

  /** Replaces the balancer's file. The balancer reads it at its next reload. */
  async renew(): Promise<void> {
    const issuer = ['-CA', 'authority.pem', '-CAkey', 'authority-key.pem'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    await this.#create('server', [...issuer, ...names, '-addext', 'basicConstraints=critical,CA:false']);
    const parts = ['server.pem', 'server-key.pem'].map((file) =>
      readFileSync(join(this.#folder, file), 'utf8'),
    );
    writeFileSync(this.site, parts.join(''), { mode: 0o600 });
  }

  async #create(name: string, parameters: string[]): Promise<void> {
    const files = ['-keyout', `${name}-key.pem`, '-out', `${name}.pem`];
    const { ok, output } = await runToEnd(
      'openssl',
      ['req', '-x509', '-days', '2', ...NEW_KEY, ...files, ...parameters],
      {
        cwd: this.#folder,
        env: process.env,
      },
    );
    if (!ok) throw new Error(lastLines(output));
  }
}
