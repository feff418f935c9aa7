import { At, Bag, Ground, House, Lamp, paint, Truck } from '../street-parts.tsx';
import { SceneFrame } from './scene-frame.tsx';

/** The truck on its round past the houses. Means that a plan is active. */
export default function TruckRound() {
  return (
    <SceneFrame>
      <circle cx="54" cy="62" r="34" fill={paint.maize} />
      <path d="M0 140v-26h22V96h26v18h20v-14h34v40z" fill={paint.far} />
      <At x={112} y={140} scale={0.58}>
        <House
          width={112}
          floors={2}
          brick={paint.rust}
          trim={paint.navy}
          door={paint.azure}
          shutters={paint.stone}
          lit={[1]}
        />
      </At>
      <At x={177} y={140} scale={0.58}>
        <House
          width={116}
          floors={2}
          brick={paint.sand}
          trim={paint.stone}
          door={paint.green}
          shutters={paint.green}
          lit={[0, 2]}
        />
      </At>
      <At x={244} y={140} scale={0.58}>
        <House
          width={132}
          floors={2}
          brick={paint.wine}
          trim={paint.maize}
          door={paint.navy}
          shutters={paint.navy}
          lit={[2]}
        />
      </At>
      <At x={0} y={140}>
        <Ground from={0} length={320} depth={80} />
      </At>
      <At x={84} y={150} scale={0.72}>
        <Lamp />
      </At>
      <At x={294} y={158} scale={0.6}>
        <Bag />
      </At>
      <At x={274} y={158} scale={0.48}>
        <Bag />
      </At>
      <At x={28} y={204} scale={0.92}>
        <Truck />
      </At>
    </SceneFrame>
  );
}
