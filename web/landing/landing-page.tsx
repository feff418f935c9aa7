import { Cleanouts } from './cleanouts.tsx';
import { Closing } from './closing.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { OneTime } from './one-time.tsx';
import { Plans } from './plans.tsx';
import { TopBar } from './top-bar.tsx';
import { WhyChoose } from './why-choose.tsx';

export function LandingPage() {
  return (
    <>
      <a
        href="#main"
        className="absolute left-5 top-3 z-20 -translate-y-24 rounded-control bg-ink px-5 py-3 font-semibold text-white focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar />
      <main id="main">
        <Hero />
        <WhyChoose />
        <Plans />
        <OneTime />
        <Cleanouts />
        <HowItWorks />
        <Closing />
      </main>
      <Footer />
    </>
  );
}
